import { useEffect, useRef } from 'react'
import { liveRegion } from '../../ui/announce.ts'
import type { FrameProps } from './docked-panel.tsx'

/** A modal sheet that rises from the foot of the window. */
export function Sheet({ titleId, onClose, children }: FrameProps) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    const opener = document.activeElement
    dialog?.showModal()
    // Buttons inside may still be replaced, and focus with them.
    dialog?.focus({ preventScroll: true })
    return () => {
      dialog?.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog; this press is the mouse's equal to it
    <dialog
      ref={ref}
      tabIndex={-1}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
      className="mx-auto mt-auto mb-0 h-[calc(100dvh-40px)] w-full max-w-140 animate-rise overflow-y-auto overscroll-contain rounded-t-panel border border-b-0 border-line bg-sand text-ink shadow-lift outline-none backdrop:bg-scrim"
    >
      <div className="p-4 sm:p-6">{children}</div>
      {/* A modal dialog makes the page's own live regions inert. */}
      <div className="sr-only">
        <div {...liveRegion('polite')} />
        <div {...liveRegion('assertive')} />
      </div>
    </dialog>
  )
}
