import type { OnboardingStep } from '@lastmile/contracts'
import { credentialNamed, isMet, routeOf, skipConnect } from '@lastmile/journey'
import { onboardingScreenKey } from '../../exchanges/connecting/screen-key.ts'
import { useInvitation } from '../../exchanges/connecting/use-invitation.ts'
import { WalletConnection } from '../../exchanges/connecting/wallet-connection.tsx'
import { credentialsHeld } from '../../exchanges/issuing/credentials-slice.ts'
import { Issuance } from '../../exchanges/issuing/issuance.tsx'
import { useIssuance } from '../../exchanges/issuing/use-issuance.ts'
import { useAppDispatch, useAppSelector } from '../../state/app-thunk.ts'
import { selectCurrentCharacter } from '../../state/characters/character-selectors.ts'
import { selectProtocol } from '../../state/preferences/protocol.ts'
import { pressed } from '../../tracking/presses.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { StepState } from '../../ui/step-frame.tsx'
import {
  connectScreenBefore,
  selectMeetingOf,
  selectOnboardingSteps,
} from '../../visit/onboarding/onboarding-selectors.ts'
import { useRestart } from '../../visit/restart.tsx'
import { t } from './texts.ts'
import type { StepProps } from './use-step-navigation.ts'

/** This screen's invitation, until a wallet accepts it. */
export function ConnectStep({ step, navigation }: StepProps<OnboardingStep<'CONNECT'>>) {
  const { screenId, issuer_name: issuer } = step.screen
  const protocol = useAppSelector(selectProtocol)
  const steps = useAppSelector(selectOnboardingSteps)
  // An issuer is shown by its first card.
  const [first = ''] = skipConnect(steps, screenId).held
  const card = useAppSelector((state) => credentialNamed(selectCurrentCharacter(state), first))
  const invitation = useInvitation({
    screen: onboardingScreenKey(screenId),
    label: issuer,
    imageUrl: card?.icon,
    protocol,
  })

  return (
    <>
      <WalletConnection
        {...invitation}
        partner={issuer}
        onAdvance={() => navigation.goNext('auto')}
        next={t('takingOn')}
      />
      {invitation.mayBeSkipped ? <AlreadyHaveCredential screenId={screenId} onSkip={navigation.skipTo} /> : null}
    </>
  )
}

/**
 * Skips the accept screen and counts its credentials as held: that unlocks the dashboard (docs/product.md, section 4).
 */
function AlreadyHaveCredential({ screenId, onSkip }: { screenId: string; onSkip: (target: string) => void }) {
  const dispatch = useAppDispatch()
  const steps = useAppSelector(selectOnboardingSteps)
  const skip = () => {
    const { screenId: target, held } = skipConnect(steps, screenId)
    dispatch(credentialsHeld(held))
    if (target !== undefined) onSkip(target)
  }
  return (
    <p>
      <Button variant="quiet" size="small" onClick={skip} {...pressed('button_click', 'skip')}>
        {t('alreadyHave')}
      </Button>
    </p>
  )
}

/** Offers the listed credentials over the earlier connection, and shows their states. */
export function AcceptCredentialStep({ step: { screen }, navigation }: StepProps<OnboardingStep<'ACCEPT_CREDENTIAL'>>) {
  const steps = useAppSelector(selectOnboardingSteps)
  const connectScreen = connectScreenBefore(steps, screen.screenId)
  const meeting = useAppSelector((state) => selectMeetingOf(state, connectScreen))
  const route = meeting && isMet(meeting) ? routeOf(meeting) : undefined
  const restart = useRestart()
  const { isMissing, ...issuance } = useIssuance(screen.credentials ?? [], route)

  if (!route && isMissing)
    return <NotConnected onConnect={connectScreen ? () => navigation.goTo(connectScreen) : undefined} />
  return <Issuance issuer={screen.issuer_name} {...issuance} onRestart={restart} />
}

/** Shown when the visitor reached an accept screen without its connect screen. */
function NotConnected({ onConnect }: { onConnect: (() => void) | undefined }) {
  return (
    <StepState>
      <Notice
        title={t('notConnected')}
        action={
          onConnect ? (
            <Button size="small" onClick={onConnect}>
              {t('connect')}
            </Button>
          ) : null
        }
      >
        {t('whyConnect', { next: t('next') })}
      </Notice>
    </StepState>
  )
}
