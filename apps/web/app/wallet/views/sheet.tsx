import { liveRegion } from '../../ui/announce.ts'
import { useModal } from '../../ui/use-modal.ts'
import type { FrameProps } from './docked-panel.tsx'

/** A modal sheet that rises from the foot of the window. */
export function Sheet({ titleId, onClose, children }: FrameProps) {
  // Buttons inside may still be replaced, and focus with them.
  const modal = useModal(onClose, (dialog) => dialog)
  return (
    <dialog
      {...modal}
      tabIndex={-1}
      aria-labelledby={titleId}
      className="mx-auto mt-auto mb-0 h-[calc(100dvh-40px)] w-full max-w-140 animate-rise overflow-hidden rounded-t-panel border border-b-0 border-line bg-sand text-ink shadow-lift outline-none backdrop:bg-scrim"
    >
      {children}
      {/* A modal dialog makes the page's own live regions inert. */}
      <div className="sr-only">
        <div {...liveRegion('polite')} />
        <div {...liveRegion('assertive')} />
      </div>
    </dialog>
  )
}
