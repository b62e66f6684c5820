import type { Character } from '@lastmile/contracts'
import { confirmedPersonName } from '@lastmile/contracts/constants'
import {
  type ConfirmedPersonStep,
  confirmedPersonSteps,
  hasFailed,
  isIssued,
  onboardingToldBy,
  sameCredential,
} from '@lastmile/journey'
import { type ReactNode, Suspense } from 'react'
import { connectionOf } from '../../exchanges/connecting/connection-slice.ts'
import { TechnologySwitch, TechnologyText } from '../../exchanges/connecting/technology-switch.tsx'
import { selectIsIssuing } from '../../exchanges/issuing/credentials-slice.ts'
import { messagesOn } from '../../exchanges/messages/messages-slice.ts'
import { WhatJustHappened } from '../../exchanges/messages/what-just-happened.tsx'
import { useAppSelector } from '../../state/app-thunk.ts'
import { selectProtocol } from '../../state/preferences/protocol.ts'
import { useBack } from '../../ui/back.ts'
import { fetchedLater } from '../../ui/fetched-later.ts'
import { Icon } from '../../ui/icon.tsx'
import { NavigationBar } from '../../ui/navigation-bar.tsx'
import { Notice } from '../../ui/notice.tsx'
import { StepFrame, StepPanel, StepState } from '../../ui/step-frame.tsx'
import { StepHeading } from '../../ui/step-heading.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import {
  selectFlowMeeting,
  selectFlowNavigation,
  selectFlowStep,
} from '../../visit/confirmed-person/confirmed-person-selectors.ts'
import { progressOf } from '../../visit/onboarding/progress-of.ts'
import { useReturn } from '../../visit/onboarding/reopened-onboarding.ts'
import { OpeningStep } from '../../visit/opening-step.tsx'
import { PartNotFetched } from '../../visit/part-not-fetched.tsx'
import { ConnectStep } from './connect-wallet-step.tsx'
import { type FlowStepProps, flowPageTitle } from './flow-step.ts'
import { PersonForm, personFormId, useFormNote } from './person-form.tsx'
import { t } from './texts.ts'
import { useFlowNavigation } from './use-flow-navigation.ts'

/** The first steps need nothing of what offers credentials. */
const OfferStep = fetchedLater(() => import('./accept-step.tsx').then((file) => file.AcceptStep), PartNotFetched)

const AcceptStep = (props: FlowStepProps) => (
  <Suspense fallback={<OpeningStep />}>
    <OfferStep {...props} />
  </Suspense>
)

const contents: Record<ConfirmedPersonStep, (props: FlowStepProps) => ReactNode> = {
  SETUP_START: StartStep,
  PERSON_INFORMATION: PersonForm,
  CONNECT_WALLET: ConnectStep,
  ACCEPT_CREDENTIAL: AcceptStep,
  SETUP_COMPLETED: CompletedStep,
}

const stepsWithWallet: readonly ConfirmedPersonStep[] = ['CONNECT_WALLET', 'ACCEPT_CREDENTIAL']

/** The current step with its stepper, Back and Next. */
export function FlowSteps({ character }: { character: Character }) {
  const step = useAppSelector(selectFlowStep)
  const { nextLabel, canGoNext } = useAppSelector(selectFlowNavigation)
  const isSending = useAppSelector(selectIsIssuing)
  const meeting = useAppSelector(selectFlowMeeting)
  const credentials = useAppSelector((state) => state.credentials.issuedCredentials)
  const exchanges = { meeting, credentials }
  const navigation = useFlowNavigation()
  useBack('step', isSending ? undefined : navigation.goBack)
  const { title, text, screen, isSkipped } = useStepWords(character, step)
  const note = useFormNote()
  const isForm = step === 'PERSON_INFORMATION'
  const isWithWallet = stepsWithWallet.includes(step)
  const needsNone = step === 'CONNECT_WALLET' && meeting?.kind === 'invitation'
  const Content = contents[step]

  return (
    <div className="mx-auto max-w-290">
      <div className="-mt-3 mb-2 flex items-center justify-between gap-4 text-small font-semibold text-forest short:mb-0">
        <a href="/" className="inline-flex min-h-11 items-center gap-2 underline-offset-4 hover:underline">
          <Icon name="back" size={18} />
          {t('home')}
        </a>
        <p>{flowPageTitle}</p>
      </div>
      <StepPanel
        screenId={step}
        progress={
          <div className="border-b border-line px-(--pad) py-4 short:py-2">
            <Stepper
              items={progressOf(character.progressBar, confirmedPersonSteps, step, isSkipped ? stepsWithWallet : [])}
              label={t('progress')}
            />
          </div>
        }
        navigation={
          <NavigationBar
            onBack={navigation.goBack}
            canGoBack={!isSending}
            onNext={() => navigation.goNext('next')}
            canGoNext={canGoNext}
            nextLabel={nextLabel}
            {...(isForm && { form: personFormId, ...note })}
          />
        }
      >
        <StepFrame
          heading={
            <StepHeading key={step} pageTitle={flowPageTitle}>
              {title}
            </StepHeading>
          }
          text={text}
          isTextLast={step === 'SETUP_START'}
          picture={screen.image}
          isTask={isForm || isWithWallet}
          isEarly={step === 'ACCEPT_CREDENTIAL' && isSending}
          isOver={isWithWallet && !needsNone && (canGoNext || hasFailed(screen, exchanges))}
        >
          <Content key={step} screen={screen} character={character} navigation={navigation} />
        </StepFrame>
      </StepPanel>
      <WhatJustHappened
        about={isWithWallet ? messagesOn(connectionOf(meeting), screen.credentials, credentials) : undefined}
      />
    </div>
  )
}

/** Content's words, except for visitors without a credential: the last screen would be wrong for them. */
function useStepWords(character: Character, step: ConfirmedPersonStep) {
  const isAnyIssued = useAppSelector(({ credentials }) =>
    credentials.issuedCredentials.some(({ state }) => isIssued(state) || state === 'credential_revoked'),
  )
  const protocol = useAppSelector(selectProtocol)
  const found = character.onboarding.find(({ screenId }) => screenId === step)
  const screen = onboardingToldBy(protocol, found ?? { screenId: step, title: flowPageTitle, text: '' })
  const isSkipped = step === 'SETUP_COMPLETED' && !isAnyIssued
  const isReturning = useReturn(character) !== undefined && step === 'SETUP_COMPLETED'
  if (isSkipped) return { title: t('skipped.title'), text: t('skipped.text'), screen, isSkipped }
  return { title: screen.title, text: isReturning ? '' : screen.text, screen, isSkipped }
}

/** Before anything is typed or connected, the family of wallets. */
function StartStep() {
  return (
    <>
      <TechnologySwitch />
      <TechnologyText />
    </>
  )
}

/** Uses of ConfirmedPerson; nothing for visitors who skipped connecting. */
function CompletedStep({ character }: FlowStepProps) {
  const isThere = useAppSelector(({ credentials }) =>
    credentials.issuedCredentials.some(
      ({ name, state }) => sameCredential(name, confirmedPersonName) && isIssued(state),
    ),
  )
  const back = useReturn(character)
  if (!isThere) return null
  if (back)
    return (
      <StepState>
        <Notice tone="success">{t('completed.back', { useCase: back.name })}</Notice>
      </StepState>
    )
  return (
    <section aria-labelledby="use-it">
      <h2 id="use-it" className="text-heading">
        {t('completed.next')}
      </h2>
      <ul className="mt-5 grid gap-3">
        {character.useCases
          .filter(({ hidden }) => !hidden)
          .map(({ id, name }) => (
            <li key={id} className="flex items-center gap-4 font-semibold">
              <span className="grid size-10 shrink-0 place-items-center rounded-full bg-leaf-soft text-forest">
                <Icon name="shield" />
              </span>
              {name}
            </li>
          ))}
      </ul>
    </section>
  )
}
