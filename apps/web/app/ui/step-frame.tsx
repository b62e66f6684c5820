import { createContext, type ReactNode, useContext, useState } from 'react'
import { createPortal } from 'react-dom'
import { classNames } from './class-names.ts'
import { SteadyFocus } from './steady-focus.tsx'
import { t } from './texts.ts'
import { UnderlinedSummary } from './underlined-summary.tsx'

/** The element under the heading; null until it is mounted, undefined outside a frame. */
const StateSlot = createContext<HTMLElement | null | undefined>(undefined)

/** Whether the content is the step's state. */
export const IsStepState = createContext(false)

interface StepFrameProps {
  heading: ReactNode
  text: string
  /** The choices come before it. */
  isTextLast?: boolean
  /** The exchange that the text asks for has ended, so that it folds. */
  isOver?: boolean
  /** The wallet does not have yet what the text speaks of. */
  isEarly?: boolean
  /** Beside the step from 800 px of room; below that a strip above it. */
  picture?: string | undefined
  /** The step needs the room of the strip. */
  isTask?: boolean
  children: ReactNode
}

/** A step: heading, its state, text, and what there is to do. Laid out by the room that the wallet leaves. */
export function StepFrame(props: StepFrameProps) {
  const { heading, text, isTextLast, isOver, isEarly, picture, isTask = false, children } = props
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  return (
    <div
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-(--gap)',
        picture && '@min-[800px]/page:grid-cols-[minmax(0,1fr)_min(42%,25rem)]',
      )}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-(--gap)">
        <div className={isOver ? '[&_h1]:text-heading [&_h1]:text-mute' : undefined}>
          {heading}
          <SteadyFocus>
            <div ref={setSlot} data-testid="step-state" className="mt-4 grid gap-3 empty:hidden short:mt-3" />
          </SteadyFocus>
          {isTextLast || text === '' ? null : <StepText text={text} isOver={isOver} isEarly={isEarly} />}
        </div>
        <StateSlot value={slot}>{children}</StateSlot>
        {isTextLast ? <p className="measure text-mute">{text}</p> : null}
      </div>
      {picture ? (
        <img
          src={picture}
          alt=""
          width={640}
          height={400}
          className={classNames(
            'order-first aspect-[3.2] w-full rounded-2xl object-cover object-[50%_33%] @min-[800px]/page:sticky @min-[800px]/page:top-8 @min-[800px]/page:order-none @min-[800px]/page:block @min-[800px]/page:aspect-[1.6]',
            isTask && 'hidden',
          )}
        />
      ) : null}
    </div>
  )
}

function StepText({ text, isOver, isEarly }: Pick<StepFrameProps, 'text' | 'isOver' | 'isEarly'>) {
  // Keeps its room: nothing below moves.
  if (!isOver) return <p className={classNames('measure mt-4 text-mute', isEarly && 'invisible')}>{text}</p>
  return (
    <details className="mt-2 text-mute">
      <UnderlinedSummary>{t('wasAsked')}</UnderlinedSummary>
      <p className="measure">{text}</p>
    </details>
  )
}

/** The step's wait or its outcome, under the heading: in view, and read before the text. */
export function StepState({ children }: { children: ReactNode }) {
  const slot = useContext(StateSlot)
  if (slot === null) return null
  const state = <IsStepState value={true}>{children}</IsStepState>
  return slot ? createPortal(state, slot) : state
}

/** As high as the window at least: Back and Next stay at its foot, however long the step. */
export const toWindowsFoot = 'flex min-h-[calc(100dvh-5rem)] flex-col low:min-h-0'

interface StepPanelProps {
  screenId: string
  progress: ReactNode
  navigation: ReactNode
  children: ReactNode
}

/** The panel around a step, between its progress and its navigation. */
export function StepPanel({ screenId, progress, navigation, children }: StepPanelProps) {
  return (
    <div
      className={classNames('overflow-clip rounded-panel border border-line bg-paper', toWindowsFoot)}
      data-testid="step"
      data-screen={screenId}
    >
      {progress}
      {/* Keeps focused elements clear of the bar at the foot of the window. */}
      <div className="flex-1 p-(--pad) **:scroll-mb-28">{children}</div>
      {navigation}
    </div>
  )
}
