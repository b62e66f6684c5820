import { lazy, Suspense, useEffect, useState } from 'react'

const ConfettiCanvas = lazy(() => import('./confetti-canvas.tsx'))

/** Confetti for `duration` milliseconds from the moment it is mounted; none for people who asked for less motion. */
export function Confetti({ duration }: { duration: number }) {
  const [falling, setFalling] = useState(() => !matchMedia('(prefers-reduced-motion: reduce)').matches)

  useEffect(() => {
    const timer = setTimeout(() => setFalling(false), duration)
    return () => clearTimeout(timer)
  }, [duration])

  return falling ? (
    <div aria-hidden="true">
      <Suspense fallback={null}>
        <ConfettiCanvas />
      </Suspense>
    </div>
  ) : null
}
