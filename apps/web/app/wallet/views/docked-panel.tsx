import { type ReactNode, useEffect, useRef } from 'react'

export interface FrameProps {
  /** Of the heading inside. */
  titleId: string
  onClose: () => void
  children: ReactNode
}

/** Beside the page, which goes on being used. */
export function DockedPanel({ titleId, children }: FrameProps) {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    // Whoever opened it goes on in it; after a reload nobody is moved.
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
      aria-labelledby={titleId}
      className="fixed inset-y-0 right-0 z-10 w-100 overflow-y-auto overscroll-contain border-l border-line bg-sand p-5 pb-[calc(24px+var(--consent-space))] outline-none"
    >
      {children}
    </aside>
  )
}
