import type { OnboardingStep } from '@lastmile/contracts'
import { skipConnect } from '@lastmile/journey'
import { onboardingScreenKey } from '../../exchanges/connecting/screen-key.ts'
import { useInvitation } from '../../exchanges/connecting/use-invitation.ts'
import { WalletConnection } from '../../exchanges/connecting/wallet-connection.tsx'
import { credentialsHeld } from '../../exchanges/issuing/credentials-slice.ts'
import { useAppDispatch, useAppSelector } from '../../state/app-thunk.ts'
import { selectProtocol } from '../../state/preferences/protocol.ts'
import { pressed } from '../../tracking/presses.ts'
import { Button } from '../../ui/button.tsx'
import { selectOnboardingSteps } from '../../visit/onboarding/onboarding-selectors.ts'
import { t } from './texts.ts'
import type { StepProps } from './use-step-navigation.ts'

/** This screen's invitation, until a wallet accepts it. */
export function ConnectStep({ step, navigation }: StepProps<OnboardingStep<'CONNECT'>>) {
  const { screenId, issuer_name: issuer } = step.screen
  const protocol = useAppSelector(selectProtocol)
  const invitation = useInvitation({ screen: onboardingScreenKey(screenId), label: issuer, protocol })

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
