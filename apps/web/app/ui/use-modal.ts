import { type MouseEvent, type SyntheticEvent, useLayoutEffect, useRef } from 'react'
import { useBack } from './back.ts'

/**
 * For a `<dialog>` that is modal while it is there. Escape, Back or a press beside it closes it; the focus goes back.
 *
 * @param focusOf has the focus at first, instead of the first control
 */
export function useModal(onClose: () => void, focusOf?: (dialog: HTMLDialogElement) => HTMLElement | null) {
  const ref = useRef<HTMLDialogElement>(null)
  const first = useRef(focusOf)

  useBack('modal', onClose)

  // Before the browser paints: a dialog that is there is modal.
  useLayoutEffect(() => {
    const dialog = ref.current
    const opener = document.activeElement
    dialog?.showModal()
    if (dialog) first.current?.(dialog)?.focus({ preventScroll: true })
    return () => {
      dialog?.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [])

  return {
    ref,
    onCancel: (event: SyntheticEvent) => {
      // A file field fires the same event when the visitor cancels its picker.
      if (event.target !== event.currentTarget) return
      event.preventDefault()
      onClose()
    },
    onClick: (event: MouseEvent) => {
      if (event.target === event.currentTarget) onClose()
    },
  }
}
