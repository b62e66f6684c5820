import { type ReactNode, useEffect, useRef } from 'react'

export interface FrameProps {
  /** Id of the heading inside. */
  titleId: string
  onClose: () => void
  children: ReactNode
}

/** Beside the page, which stays usable. */
export function DockedPanel({ titleId, children }: FrameProps) {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    // Moves the focus into it when the visitor opened it, but not after a reload.
    if (opener instanceof HTMLElement && opener !== document.body) ref.current?.focus({ preventScroll: true })
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [])
  return (
    <aside
      ref={ref}
      tabIndex={-1}
      data-keeps-focus
      data-docked
      aria-labelledby={titleId}
      className="fixed inset-y-0 right-0 z-10 w-100 border-l border-line bg-sand outline-none"
    >
      {children}
    </aside>
  )
}
