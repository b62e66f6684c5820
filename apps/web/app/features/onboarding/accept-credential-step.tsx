import type { OnboardingScreen } from '@lastmile/contracts'
import { labels } from '@lastmile/contracts/texts'
import {
  attributeLabel,
  displayValue,
  includesCredential,
  isConnected,
  isIssued,
  sameCredential,
  startCase,
} from '@lastmile/journey'
import { useEffect } from 'react'
import { useAppDispatch, useAppSelector } from '../../state/app-thunk.ts'
import { issueCredentials, resendCredential } from '../../state/credentials/issuance-thunks.ts'
import {
  connectScreenBefore,
  selectConnectionOf,
  selectOnboardingSteps,
} from '../../state/onboarding/onboarding-selectors.ts'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { type CredentialOffer, CredentialOffers, offerState } from '../../ui/credential-offers.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AcceptProgress } from './accept-progress.tsx'
import { IssuanceDialogs } from './issuance-dialogs.tsx'
import type { StepNavigation } from './use-step-navigation.ts'

interface AcceptCredentialStepProps {
  screen: OnboardingScreen
  navigation: StepNavigation
}

/** Offers the listed credentials over the connection made before, and shows what becomes of each. */
export function AcceptCredentialStep({ screen, navigation }: AcceptCredentialStepProps) {
  const dispatch = useAppDispatch()
  const steps = useAppSelector(selectOnboardingSteps)
  const connectScreen = connectScreenBefore(steps, screen.screenId)
  const connection = useAppSelector((state) =>
    connectScreen === undefined ? undefined : selectConnectionOf(state, connectScreen),
  )
  const { isIssueCredentialLoading, error } = useAppSelector((state) => state.credentials)
  const offers = useOffers(screen)
  const credentials = screen.credentials ?? []
  const connectionId = connection && isConnected(connection.state) ? connection.id : undefined
  const issuance =
    connectionId === undefined ? undefined : { connectionId, isDeepLink: connection?.isDeepLink ?? false, credentials }
  const isMissing = offers.some((offer) => offer.state === undefined)
  const isDue = issuance !== undefined && isMissing && !isIssueCredentialLoading && error === null

  useEffect(() => {
    if (isDue && issuance) void dispatch(issueCredentials(issuance))
  }, [isDue, issuance, dispatch])

  useAnnouncements(offers)

  const send = () => issuance && void dispatch(issueCredentials(issuance))
  const resend = () => issuance && void dispatch(resendCredential(issuance))

  if (!issuance && isMissing)
    return <NotConnected onConnect={connectScreen ? () => navigation.goTo(connectScreen) : undefined} />
  return (
    <div className={classNames('grid gap-6', offers.length === 1 && 'items-center gap-x-10 lg:grid-cols-[26rem_1fr]')}>
      <CredentialOffers
        issuer={screen.issuer_name}
        offers={offers.map((offer) => ({ ...offer, state: offer.state ?? 'offered' }))}
        onRetry={resend}
        busy={isIssueCredentialLoading}
      />
      <AcceptProgress offers={offers} onSend={send} onResend={resend} />
      <IssuanceDialogs />
    </div>
  )
}

/** Without a state: not offered yet. */
export type ListedOffer = Omit<CredentialOffer, 'state'> & { state: CredentialOffer['state'] | undefined }

function useOffers(screen: OnboardingScreen): ListedOffer[] {
  const { issuedCredentials, heldCredentials } = useAppSelector((state) => state.credentials)
  return (screen.credentials ?? []).map(({ name, icon, attributes }) => {
    const exchange = issuedCredentials.find((candidate) => sameCredential(candidate.name, name))
    const held = includesCredential(heldCredentials, name) && !isIssued(exchange?.state)
    return {
      name: startCase(name),
      icon,
      attributes: attributes
        .map((attribute) => ({
          label: attributeLabel(attribute.name),
          ...displayValue(attribute.name, attribute.value),
        }))
        .filter((attribute) => attribute.kind !== 'image'),
      state: held ? 'held' : exchange && offerState(exchange.state),
      reason: exchange?.reason,
    }
  })
}

/** Tells screen readers of each credential that has arrived. */
function useAnnouncements(offers: readonly ListedOffer[]) {
  const arrived = offers
    .filter((offer) => offer.state === 'issued')
    .map((offer) => offer.name)
    .join(', ')
  useEffect(() => {
    if (arrived !== '') announce(`Issued: ${arrived}. It is in your wallet.`)
  }, [arrived])
}

/** An accept screen that was reached past its connect screen. */
function NotConnected({ onConnect }: { onConnect: (() => void) | undefined }) {
  return (
    <Notice
      title="There is no connection to send this over."
      action={
        onConnect ? (
          <Button size="small" onClick={onConnect}>
            Connect a wallet
          </Button>
        ) : null
      }
    >
      The issuer can only offer a credential to a wallet that it is connected with. Connect one, and {labels.next} opens
      when the credential has arrived.
    </Notice>
  )
}
