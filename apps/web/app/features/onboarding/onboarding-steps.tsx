import type { OnboardingStep } from '@lastmile/journey'
import type { ReactNode } from 'react'
import { useAppSelector } from '../../state/app-thunk.ts'
import { StepHeading } from '../../ui/step-heading.tsx'
import { selectOnboardingStep } from '../../visit/onboarding/onboarding-selectors.ts'
import { AcceptCredentialStep } from './accept-credential-step.tsx'
import { Benefits } from './benefits.tsx'
import { CharacterPicker } from './character-picker.tsx'
import { ConnectStep } from './connect-step.tsx'
import { NavigationBar } from './navigation-bar.tsx'
import { OnboardingProgress } from './onboarding-progress.tsx'
import { type StepNavigation, useStepNavigation } from './use-step-navigation.ts'
import { WalletChoice } from './wallet-choice.tsx'

/** The current step between its progress bar and its Back and Next; `upload` stands where characters are picked. */
export function OnboardingSteps({ upload }: { upload: ReactNode }) {
  const step = useAppSelector(selectOnboardingStep)
  const navigation = useStepNavigation()
  const { screenId, title, text, image } = step.screen
  const isPicture = image !== undefined && pictureKinds.includes(step.kind)

  return (
    <div
      className="mx-auto max-w-240 rounded-panel border border-line bg-paper"
      data-testid="step"
      data-screen={screenId}
    >
      <OnboardingProgress />
      {/* What gets the focus must not end up beneath the bar at the foot of the window. */}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-[clamp(24px,3.5vw,32px)] p-[clamp(20px,3.5vw,48px)] **:scroll-mb-28">
        <div className={isPicture ? 'grid items-center gap-x-10 gap-y-6 md:grid-cols-[1fr_42%]' : ''}>
          <div>
            <StepHeading key={screenId}>{title}</StepHeading>
            <p className="measure mt-4 text-mute">{text}</p>
          </div>
          {isPicture ? (
            <img
              src={image}
              alt=""
              width={640}
              height={400}
              className="aspect-[1.6] w-full rounded-2xl object-cover max-md:-order-1"
            />
          ) : null}
        </div>
        <StepContent key={screenId} step={step} navigation={navigation} />
        {step.kind === 'PICK_CHARACTER' ? upload : null}
      </div>
      <NavigationBar navigation={navigation} />
    </div>
  )
}

/** On the others the code or the cards are the picture. */
const pictureKinds: readonly OnboardingStep['kind'][] = ['SETUP_START', 'SETUP_COMPLETED', 'GENERIC']

function StepContent({ step, navigation }: { step: OnboardingStep; navigation: StepNavigation }) {
  switch (step.kind) {
    case 'PICK_CHARACTER':
      return <CharacterPicker />
    case 'CHOOSE_WALLET':
      return <WalletChoice onHaveWallet={() => navigation.goNext('next')} />
    case 'CONNECT':
      return <ConnectStep screen={step.screen} navigation={navigation} />
    case 'ACCEPT_CREDENTIAL':
      return <AcceptCredentialStep screen={step.screen} navigation={navigation} />
    case 'SETUP_COMPLETED':
      return <Benefits />
    default:
      return null
  }
}
