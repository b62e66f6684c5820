import { type ReactNode, useLayoutEffect, useRef } from 'react'

interface SteadyFocusProps {
  children: ReactNode
  className?: string
}

/**
 * Around what changes under the visitor's hands: when a press replaces the very button that had the focus, the focus stays
 * here, at what came of it, instead of falling to the top of the page.
 */
export function SteadyFocus({ children, className }: SteadyFocusProps) {
  const ref = useRef<HTMLDivElement>(null)
  const last = useRef<Element>(null)

  // After every change: only then may the focused element be gone.
  useLayoutEffect(() => {
    if (last.current === null || last.current.isConnected) return
    last.current = null
    if (document.activeElement === null || document.activeElement === document.body) {
      ref.current?.focus({ preventScroll: true })
    }
  })

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only remembers where the focus is
    <div
      ref={ref}
      tabIndex={-1}
      className={className ? `outline-none ${className}` : 'outline-none'}
      onFocus={(event) => {
        last.current = event.target
      }}
      onBlur={(event) => {
        if (event.target.isConnected && event.relatedTarget !== null) last.current = null
      }}
    >
      {children}
    </div>
  )
}
