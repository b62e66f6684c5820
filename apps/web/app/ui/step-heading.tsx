import { type ReactNode, useEffect, useRef } from 'react'

let isFirstScreen = true

interface StepHeadingProps {
  children: ReactNode
  /** A word or two above it: where we are. */
  kicker?: string
}

/**
 * The heading of a wizard's step. Give it the screen's id as `key`: on every step but the first one shown, the focus and
 * the view go to it, so that nobody is left at the bottom of a screen that is no more.
 */
export function StepHeading({ children, kicker }: StepHeadingProps) {
  const ref = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    if (!isFirstScreen) {
      ref.current?.focus({ preventScroll: true })
      scrollTo({ top: 0 })
    }
    isFirstScreen = false
  }, [])

  return (
    <>
      {kicker ? <p className="mb-2 text-small font-semibold text-forest">{kicker}</p> : null}
      <h1 ref={ref} tabIndex={-1} className="text-title outline-none">
        {children}
      </h1>
    </>
  )
}
