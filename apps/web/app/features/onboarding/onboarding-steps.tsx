import type { OnboardingStep, OnboardingStepKind } from '@lastmile/contracts'
import { roleOf, type ScreenRole } from '@lastmile/contracts/screen-kinds'
import { type ReactNode, Suspense } from 'react'
import { connectionOf } from '../../exchanges/connecting/connection-slice.ts'
import { useWallets } from '../../exchanges/connecting/use-wallets.ts'
import { selectIsIssuing } from '../../exchanges/issuing/credentials-slice.ts'
import { type MessagesOf, messagesOn } from '../../exchanges/messages/messages-slice.ts'
import { WhatJustHappened } from '../../exchanges/messages/what-just-happened.tsx'
import { useAppSelector } from '../../state/app-thunk.ts'
import { useBack } from '../../ui/back.ts'
import { fetchedLater } from '../../ui/fetched-later.ts'
import { NavigationBar } from '../../ui/navigation-bar.tsx'
import { Notice } from '../../ui/notice.tsx'
import { StepFrame, StepPanel } from '../../ui/step-frame.tsx'
import { StepHeading } from '../../ui/step-heading.tsx'
import {
  connectScreenBefore,
  selectMeetingOf,
  selectOnboardingNavigation,
  selectOnboardingStep,
  selectOnboardingSteps,
} from '../../visit/onboarding/onboarding-selectors.ts'
import { selectShortStory } from '../../visit/onboarding/short-demo.ts'
import { OpeningStep } from '../../visit/opening-step.tsx'
import { PartNotFetched } from '../../visit/part-not-fetched.tsx'
import { Benefits } from './benefits.tsx'
import { CharacterPicker } from './character-picker.tsx'
import { OnboardingProgress } from './onboarding-progress.tsx'
import { t } from './texts.ts'
import { type StepProps, useStepNavigation } from './use-step-navigation.ts'
import { WalletChoice } from './wallet-choice.tsx'

/** The current step with its progress bar, Back and Next; `upload` belongs to the picker. */
export function OnboardingSteps({ upload }: { upload: ReactNode }) {
  const step = useAppSelector(selectOnboardingStep)
  const { nextLabel, canGoNext, canGoBack, hasFailed } = useAppSelector(selectOnboardingNavigation)
  const navigation = useStepNavigation()
  // Before the step that lists them: a list that arrives while Skip is pressed moves Skip away.
  useWallets()
  useBack('step', canGoBack ? navigation.goBack : undefined)
  const { screenId, title, text, image } = step.screen
  const messages = useOnboardingMessages(step)
  const needsNone = useAppSelector((state) => selectMeetingOf(state, screenId)?.kind === 'invitation')
  const isOffering = useAppSelector(selectIsIssuing)
  // The short way begins after the picker.
  const kicker = useAppSelector(selectShortStory)
  const view: StepView = views[step.kind]
  const isPicking = step.kind === 'PICK_CHARACTER'

  return (
    <div className="mx-auto max-w-240">
      <StepPanel
        screenId={screenId}
        progress={<OnboardingProgress />}
        navigation={
          <NavigationBar
            onBack={navigation.goBack}
            canGoBack={canGoBack}
            onNext={() => navigation.goNext(nextLabel === 'skip' ? 'skip' : 'next')}
            canGoNext={canGoNext}
            nextLabel={nextLabel}
            isLast={isPicking && !canGoNext}
          />
        }
      >
        <StepFrame
          heading={
            <StepHeading key={screenId} kicker={kicker}>
              {title}
            </StepHeading>
          }
          text={text}
          isTextLast={isPicking || step.kind === 'CHOOSE_WALLET'}
          isOver={hasFailed || (exchanges.includes(roleOf(step.kind)) && canGoNext && !needsNone)}
          isEarly={roleOf(step.kind) === 'credential' && isOffering}
          picture={view.isPictured ? image : undefined}
        >
          <Suspense fallback={<OpeningStep />}>
            <view.Content key={screenId} step={step} navigation={navigation} />
          </Suspense>
          {isPicking ? upload : null}
        </StepFrame>
      </StepPanel>
      <WhatJustHappened about={messages} />
    </div>
  )
}

/** Steps whose text asks for something that the wallet then has done. */
const exchanges = ['connection', 'credential']

interface StepView<Step = OnboardingStep> {
  /** On other screens the code or the cards are the picture. */
  isPictured: boolean
  /** Content below the text. */
  Content(props: StepProps<Step>): ReactNode
}

/** The first steps need nothing of what connects wallets and offers credentials. */
const fetchSteps = () => import('./exchange-steps.tsx')
const ConnectStep = fetchedLater(() => fetchSteps().then((file) => file.ConnectStep), PartNotFetched)
const AcceptStep = fetchedLater(() => fetchSteps().then((file) => file.AcceptCredentialStep), PartNotFetched)

const textAlone: StepView = { isPictured: true, Content: () => null }

const views = {
  PICK_CHARACTER: { isPictured: false, Content: CharacterPicker },
  SETUP_START: textAlone,
  // Only the Confirmed Person flow has this screen, on its own page.
  PERSON_INFORMATION: { isPictured: false, Content: UnknownStep },
  CHOOSE_WALLET: {
    isPictured: false,
    Content: ({ navigation }) => <WalletChoice onHaveWallet={() => navigation.goNext('next')} />,
  },
  CONNECT: { isPictured: false, Content: ConnectStep },
  ACCEPT_CREDENTIAL: { isPictured: false, Content: AcceptStep },
  SETUP_COMPLETED: { isPictured: true, Content: Benefits },
  GENERIC: textAlone,
  UNKNOWN: { isPictured: false, Content: UnknownStep },
} satisfies { [Kind in OnboardingStepKind]: StepView<OnboardingStep<Kind>> }

function UnknownStep() {
  return (
    <Notice tone="warning" title={t('unknown')}>
      {t('unknownText')}
    </Notice>
  )
}

/** The owner of this step's protocol messages; undefined where site and wallet exchange none. */
function useOnboardingMessages({ kind, screen: { screenId, credentials } }: OnboardingStep): MessagesOf | undefined {
  const steps = useAppSelector(selectOnboardingSteps)
  const connectScreens: { [Role in ScreenRole]?: string | undefined } = {
    connection: screenId,
    credential: connectScreenBefore(steps, screenId),
  }
  const connectScreen = connectScreens[roleOf(kind)]
  const meeting = useAppSelector((state) => selectMeetingOf(state, connectScreen))
  const issued = useAppSelector((state) => state.credentials.issuedCredentials)
  return messagesOn(connectionOf(meeting), credentials, issued)
}
