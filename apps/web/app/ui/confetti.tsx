import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useElapsed } from './use-elapsed.ts'

/** Optional: a loading failure goes unnoticed. */
const ConfettiCanvas = lazy(() =>
  import('./confetti-canvas.tsx').then(
    ({ ConfettiCanvas }) => ({ default: ConfettiCanvas }),
    () => ({ default: Nothing }),
  ),
)

const Nothing = () => <></>

/**
 * Confetti for `duration` milliseconds from its first piece; none with reduced motion. A popover, in front of the page;
 * a dialog that opens later is in front of it, so that no words are covered.
 */
export function Confetti({ duration }: { duration: number }) {
  const ref = useRef<HTMLDivElement>(null)
  const [falling, setFalling] = useState(() => !matchMedia('(prefers-reduced-motion: reduce)').matches)

  useLayoutEffect(() => ref.current?.showPopover?.(), [])

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

/** Beside the canvas: React mounts both at once, which leaves the loading time out. */
function End({ after, onEnd }: { after: number; onEnd: () => void }) {
  const isOver = useElapsed(after)
  useEffect(() => {
    if (isOver) onEnd()
  }, [isOver, onEnd])
  return null
}
