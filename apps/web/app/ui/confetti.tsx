import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useElapsed } from './use-elapsed.ts'

/** Nobody misses it when it can't be loaded. */
const ConfettiCanvas = lazy(() =>
  import('./confetti-canvas.tsx').then(
    ({ ConfettiCanvas }) => ({ default: ConfettiCanvas }),
    () => ({ default: Nothing }),
  ),
)

const Nothing = () => <></>

/**
 * Confetti for `duration` milliseconds from its first piece; none for people who asked for less motion. As a
 * popover it falls in front of a dialog that was opened before it.
 */
export function Confetti({ duration }: { duration: number }) {
  const ref = useRef<HTMLDivElement>(null)
  const [falling, setFalling] = useState(() => !matchMedia('(prefers-reduced-motion: reduce)').matches)

  useEffect(() => ref.current?.showPopover?.(), [])

  return falling ? (
    <div
      ref={ref}
      popover="manual"
      aria-hidden="true"
      className="pointer-events-none fixed inset-0 m-0 size-full max-w-none overflow-hidden border-0 bg-transparent p-0"
    >
      <Suspense fallback={null}>
        <ConfettiCanvas />
        <End after={duration} onEnd={() => setFalling(false)} />
      </Suspense>
    </div>
  ) : null
}

/** Beside the canvas, so that React mounts both at once and the time that loading takes does not count. */
function End({ after, onEnd }: { after: number; onEnd: () => void }) {
  const isOver = useElapsed(after)
  useEffect(() => {
    if (isOver) onEnd()
  }, [isOver, onEnd])
  return null
}
