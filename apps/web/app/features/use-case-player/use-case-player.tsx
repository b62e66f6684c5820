import type { Character, Meeting, UseCase, UseCaseStep } from '@lastmile/contracts'
import { isOpen } from '@lastmile/contracts/lifecycles'
import { verifierOf } from '@lastmile/contracts/party-of-screen'
import { hasRole, roleOf, type ScreenRole } from '@lastmile/contracts/screen-kinds'
import { canGoNextInUseCase, completesUseCase, hasFailed } from '@lastmile/journey'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { connectionOf, meetingOfScreen } from '../../exchanges/connecting/connection-slice.ts'
import { screenKeyOf } from '../../exchanges/connecting/screen-key.ts'
import { selectIsIssuing } from '../../exchanges/issuing/credentials-slice.ts'
import { type MessagesOf, messagesOn } from '../../exchanges/messages/messages-slice.ts'
import { WhatJustHappened } from '../../exchanges/messages/what-just-happened.tsx'
import { deleteProof, setProofAside } from '../../exchanges/proving/proof-thunks.ts'
import { DemoShell } from '../../frame/demo-shell.tsx'
import { isShortWay } from '../../site/short-way.ts'
import { useAppDispatch, useAppSelector } from '../../state/app-thunk.ts'
import { completedUseCase, leftUseCase } from '../../state/demo-actions.ts'
import { useBack } from '../../ui/back.ts'
import { LeaveControl } from '../../ui/leave-control.tsx'
import { NavigationBar } from '../../ui/navigation-bar.tsx'
import { StepFrame, toWindowsFoot } from '../../ui/step-frame.tsx'
import { StepHeading } from '../../ui/step-heading.tsx'
import { DemoTools } from '../../visit/demo-tools.tsx'
import { LatestReceipt } from '../../visit/receipts/latest-receipt.tsx'
import { proofStepResumed, stepSet } from '../../visit/use-cases/section-slice.ts'
import { selectStepMeeting } from '../../visit/use-cases/use-case-selectors.ts'
import { openUseCase } from '../../visit/use-cases/use-cases-slice.ts'
import { SidePanel } from './side-panel.tsx'
import { hasScene, isPictured, StepBody } from './step-body.tsx'
import { t } from './texts.ts'
import { useRevokedText, useToldSteps } from './use-told-steps.ts'
import { verifierLook } from './verifier-look.ts'
import { VerifierPage } from './verifier-page.tsx'
import { sceneOf, useSceneState, VerifierScene } from './verifier-scene.tsx'

/** Plays a use case, screen by screen (docs/product.md, sections 2 and 4). */
export function UseCasePlayer({ character, useCase }: { character: Character; useCase: UseCase }) {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const steps = useToldSteps(character, useCase)
  const isOpened = useAppSelector((state) => state.useCases.currentUseCase === useCase.id)
  const stepIndex = useAppSelector((state) => state.section.stepCount)
  const proofState = useAppSelector((state) => state.proof.state)
  const isOffering = useAppSelector(selectIsIssuing)
  const step = steps[stepIndex]
  const proofId = useAppSelector((state) => state.proof.id)
  const facts = useFacts(useCase.id, step)
  const messages = usePlayerMessages(useCase, steps, stepIndex, facts.meeting)
  const needsNone = facts.meeting?.kind === 'invitation'
  const revokedText = useRevokedText(character, useCase, step)
  const sceneState = useSceneState(useCase, steps, stepIndex, facts)
  const canGoNext = step !== undefined && canGoNextInUseCase(step, facts)

  useEffect(() => {
    void dispatch(openUseCase({ slug: useCase.id, screenCount: steps.length }))
  }, [dispatch, useCase.id, steps.length])

  const whenLeft = useRef(() => {})
  useEffect(() => () => whenLeft.current(), [])

  const goTo = (index: number) => {
    // Deletes a finished proof on the server; an open one can be resumed.
    if (proofState !== null && proofState !== 'request_sent')
      void dispatch(canGoNext && !isOpen('proof', proofState) ? setProofAside() : deleteProof())
    dispatch(stepSet(index))
  }
  const toDashboard = (action: ReturnType<typeof leftUseCase> | ReturnType<typeof completedUseCase>) => {
    // Only after the dashboard shows: without a use case this screen would be empty.
    whenLeft.current = () => {
      void dispatch(deleteProof())
      dispatch(action)
    }
    // The short way ends at the top of the dashboard, not at its next use case.
    const from = isShortWay() ? {} : { [completedUseCase.match(action) ? 'completed' : 'left']: useCase.id }
    void navigate('/dashboard', { state: from })
  }
  const complete = () => toDashboard(completedUseCase({ slug: useCase.id }))
  const leave = () => toDashboard(leftUseCase({ slug: useCase.id }))
  useAnswerAhead(stepIndex, step && hasRole(step, 'proof') ? proofId : null)
  useBack('step', stepIndex > 0 ? () => goTo(stepIndex - 1) : leave)

  if (!isOpened || !step) return <DemoShell>{null}</DemoShell>

  const { screen } = step
  const verifier = verifierOf(useCase, screen)
  const completes = completesUseCase(steps, stepIndex)
  const isStart = hasRole(step, 'start')
  const leaveControl = (
    <LeaveControl text={t('leaveText')} onLeave={leave}>
      {isStart ? null : <p>{t('leaveEnds', { useCase: useCase.name })}</p>}
    </LeaveControl>
  )

  return (
    <DemoShell tools={<DemoTools />} leave={isStart ? null : leaveControl}>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-(--pad) @min-[58rem]/page:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="min-w-0" data-testid={`screen-${screen.screenId}`}>
          <div className={toWindowsFoot}>
            <div className="flex-1">
              <StepFrame
                heading={
                  <StepHeading
                    key={screen.screenId}
                    kicker={t('stepOf', { useCase: useCase.name, number: stepIndex + 1, count: steps.length })}
                  >
                    {screen.title}
                  </StepHeading>
                }
                text={revokedText ?? screen.text}
                isTextLast={hasRole(step, 'end')}
                isEarly={hasRole(step, 'credential') && isOffering}
                isOver={!isPictured(step) && !needsNone && (canGoNext || hasFailed(screen, facts))}
              >
                <VerifierPage
                  verifier={verifier}
                  look={verifierLook(verifier.name, character)}
                  image={screen.image}
                  scene={
                    hasScene(step) ? <VerifierScene scene={sceneOf(useCase, verifier.name)} state={sceneState} /> : null
                  }
                  isPictured={isPictured(step)}
                >
                  <StepBody
                    key={screen.screenId}
                    step={step}
                    character={character}
                    useCase={useCase}
                    steps={steps}
                    stepIndex={stepIndex}
                    verifier={verifier}
                    onAdvance={() => goTo(stepIndex + 1)}
                    onLeave={leave}
                  />
                </VerifierPage>
              </StepFrame>
              <LatestReceipt proofId={proofId} />
            </div>
            <NavigationBar
              isPlain
              onBack={isStart ? undefined : () => goTo(stepIndex - 1)}
              canGoBack={stepIndex > 0}
              leave={isStart ? leaveControl : null}
              onNext={completes ? complete : () => goTo(stepIndex + 1)}
              nextLabel={isStart ? 'start' : completes ? 'complete' : 'next'}
              canGoNext={isStart || canGoNext}
            />
          </div>
          <WhatJustHappened about={messages} />
        </div>
        <SidePanel useCase={useCase} verifier={verifier} steps={steps} stepIndex={stepIndex} />
      </div>
    </DemoShell>
  )
}

/** An answer that comes after the visitor has gone back leads forward to the step that asked. */
function useAnswerAhead(stepIndex: number, shownProof: string | null) {
  const dispatch = useAppDispatch()
  const { id, state } = useAppSelector(({ proof }) => proof)
  const asked = useRef<{ id: string; stepIndex: number }>(undefined)
  useEffect(() => {
    if (shownProof !== null) asked.current = { id: shownProof, stepIndex }
  }, [shownProof, stepIndex])
  const isAnswered = id !== null && state !== null && !isOpen('proof', state)
  useEffect(() => {
    const { current } = asked
    if (!isAnswered || current?.id !== id || current.stepIndex <= stepIndex) return
    dispatch(proofStepResumed({ stepCount: current.stepIndex, proofId: id }))
  }, [isAnswered, id, stepIndex, dispatch])
}

function useFacts(slug: string, step: UseCaseStep | undefined) {
  const meeting = useAppSelector(({ connection }) =>
    step ? meetingOfScreen(connection, screenKeyOf(slug, step.screen.screenId)) : undefined,
  )
  const credentials = useAppSelector((state) => state.credentials.issuedCredentials)
  const { state, verified, refusal } = useAppSelector(({ proof }) => proof)
  return { meeting, credentials, proof: state ? { state, verified, refusal } : undefined }
}

/**
 * The owner of this step's protocol messages; undefined where site and wallet exchange none.
 *
 * @param own how the party is met by this step itself
 */
function usePlayerMessages(
  useCase: UseCase,
  steps: readonly UseCaseStep[],
  stepIndex: number,
  own: Meeting | undefined,
): MessagesOf | undefined {
  const step = steps[stepIndex]
  const meeting = useAppSelector((state) => selectStepMeeting(state, useCase, steps, stepIndex))
  const issued = useAppSelector((state) => state.credentials.issuedCredentials)
  const proofId = useAppSelector(({ proof }) => (proof.isShownAgain ? null : proof.id))
  const messages: Record<ScreenRole, MessagesOf | undefined> = {
    start: undefined,
    page: undefined,
    connection: messagesOn(connectionOf(own)),
    credential: messagesOn(connectionOf(meeting), step?.screen.credentials, issued),
    proof: proofId === null ? undefined : { proofId },
    end: undefined,
  }
  return step && messages[roleOf(step.kind)]
}
