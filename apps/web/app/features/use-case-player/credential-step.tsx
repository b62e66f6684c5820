import type { UseCaseScreen } from '@lastmile/contracts'
import { dialogTexts, labels } from '@lastmile/contracts/texts'
import { attributeLabel, displayValue, sameCredential, startCase, type UseCaseStep } from '@lastmile/journey'
import { useEffect, useEffectEvent, useState } from 'react'
import { useAppDispatch, useAppSelector } from '../../state/app-thunk.ts'
import { issueCredentials, resendCredential } from '../../state/credentials/issuance-thunks.ts'
import { useRestart } from '../../state/restart.tsx'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { CredentialOffers, offerState } from '../../ui/credential-offers.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IssuanceFailure } from '../../ui/issuance-failure.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { useStepConnection } from './use-step-connection.ts'
import { WalletHelp } from './wallet-help.tsx'

interface CredentialStepProps {
  slug: string
  screen: UseCaseScreen
  steps: readonly UseCaseStep[]
  stepIndex: number
}

/** The verifier issues something itself: offered on arrival, shown until every listed credential is in the wallet. */
export function CredentialStep({ slug, screen, steps, stepIndex }: CredentialStepProps) {
  const dispatch = useAppDispatch()
  const restart = useRestart()
  const connection = useStepConnection(slug, steps, stepIndex)
  const { issuedCredentials, isIssueCredentialLoading, preparing, error } = useAppSelector((state) => state.credentials)
  const [isAsking, setAsking] = useState(false)

  const issuance = connection && {
    connectionId: connection.id,
    isDeepLink: connection.isDeepLink,
    credentials: screen.credentials ?? [],
  }
  const issue = () => issuance && void dispatch(issueCredentials(issuance))
  const resend = () => issuance && void dispatch(resendCredential(issuance))
  const issueOnArrival = useEffectEvent(issue)
  useEffect(() => {
    if (connection?.id !== undefined) issueOnArrival()
  }, [connection?.id])

  const offers = (screen.credentials ?? []).map((credential) => {
    const entry = issuedCredentials.find(({ name }) => sameCredential(name, credential.name))
    return {
      name: startCase(credential.name),
      icon: credential.icon,
      attributes: credential.attributes.flatMap(({ name, value }) => {
        const shown = displayValue(name, value)
        return shown.kind === 'image' ? [] : [{ label: attributeLabel(name), value: shown.value }]
      }),
      state: offerState(entry?.state),
      reason: entry?.reason,
    }
  })
  const isWaiting = offers.some((offer) => offer.state === 'offered')
  const allIssued = offers.every((offer) => offer.state === 'issued')
  useEffect(() => {
    if (allIssued) announce('The credential is in your wallet.')
  }, [allIssued])

  if (!issuance) {
    return (
      <Notice tone="warning" title="There is no line to your wallet.">
        This step sends you a credential, and no wallet is connected in this visit. Leave the use case and connect one.
      </Notice>
    )
  }
  return (
    <div className="grid gap-6">
      <CredentialOffers issuer={screen.issuer_name} offers={offers} onRetry={resend} busy={isIssueCredentialLoading} />
      {error ? (
        <IssuanceFailure failure={error} isTrying={isIssueCredentialLoading} onRetry={issue} onRestart={restart} />
      ) : null}
      {isWaiting && !error ? (
        <Waiting help={<WalletHelp what="credential" onResend={resend} />}>
          {preparing
            ? `The issuer is making its keys for ${startCase(preparing)}. That is done once and takes a few seconds.`
            : 'The offer is in your wallet. Read what it says there, then accept it.'}
        </Waiting>
      ) : null}
      {isWaiting && !isIssueCredentialLoading ? (
        <div>
          <Button variant="quiet" size="small" className="-ml-2" onClick={() => setAsking(true)}>
            {labels.notReceived}
          </Button>
        </div>
      ) : null}
      {allIssued ? (
        <Notice tone="success">Your wallet has checked the signature and stored it. It is yours now.</Notice>
      ) : null}
      <Dialog
        open={isAsking}
        title={dialogTexts.notReceived.title}
        onClose={() => setAsking(false)}
        actions={
          <Button
            onClick={() => {
              setAsking(false)
              resend()
            }}
          >
            {dialogTexts.notReceived.action}
          </Button>
        }
      >
        <p>{dialogTexts.notReceived.text}</p>
      </Dialog>
    </div>
  )
}
