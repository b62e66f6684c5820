import { brand } from '@lastmile/contracts/site'
import { useEffect, useRef } from 'react'
import { classNames } from './class-names.ts'

let isFirstScreen = true

/** The first screen moves no focus: new visitors start at the top, and others may be answering the cookie question. */
const leavesFocus = () =>
  isFirstScreen && (navigator.userActivation?.hasBeenActive !== true || document.activeElement !== document.body)

interface StepHeadingProps {
  children: string
  /** A word or two above it, for orientation. */
  kicker?: string
  /** For screen readers only. */
  hidden?: boolean
  /** The page's title, unless it matches the heading. */
  pageTitle?: string
}

/**
 * A screen's heading and page title. Pass the screen's id as `key`: each new screen gets the focus and scrolls into
 * view, except on a fresh page load.
 */
export function StepHeading({ children, kicker, hidden, pageTitle = `${children} | ${brand}` }: StepHeadingProps) {
  const ref = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    document.title = pageTitle
  }, [pageTitle])

  useEffect(() => {
    if (!leavesFocus()) {
      // A visitor busy beside the screen keeps the focus.
      if (!document.activeElement?.closest('[data-keeps-focus]')) ref.current?.focus({ preventScroll: true })
      scrollTo({ top: 0 })
    }
    isFirstScreen = false
  }, [])

  return (
    <>
      {kicker ? <p className="mb-2 short:mb-0.5 text-small font-semibold text-forest">{kicker}</p> : null}
      <h1 ref={ref} tabIndex={-1} className={classNames('outline-none', hidden ? 'sr-only' : 'text-title')}>
        {children}
      </h1>
    </>
  )
}
