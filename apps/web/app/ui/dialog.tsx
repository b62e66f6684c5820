import { type ReactNode, useId } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { dialogLooks } from './dialog-looks.ts'
import { IconButton } from './icon-button.tsx'
import { t } from './texts.ts'
import { useModal } from './use-modal.ts'

interface DialogProps {
  /** For one that stays in the tree while it is closed. */
  open?: boolean
  title: string
  children?: ReactNode
  /** Buttons. */
  actions?: ReactNode
  /** Label of a last button, which only closes. */
  dismiss?: string
  /** Escape, that button, the close button, or a press beside the dialog. */
  onClose: () => void
  /**
   * Requires a decision: no close button, no dismissal by a press outside. The last action has the focus: an early
   * keypress then does no harm.
   */
  alert?: boolean
  wide?: boolean
  'data-testid'?: string
}

/**
 * A modal dialog on the browser's <dialog>: it makes the page inert, traps and restores the focus, and needs no style
 * element, which the content security policy would refuse.
 */
export function Dialog({ open = true, ...props }: DialogProps) {
  return open ? <OpenDialog {...props} /> : null
}

function OpenDialog({ title, children, actions, dismiss, onClose, alert, wide, ...rest }: Omit<DialogProps, 'open'>) {
  const { onClick, ...modal } = useModal(onClose, (dialog) =>
    alert ? ([...dialog.querySelectorAll('button')].at(-1) ?? null) : null,
  )
  const titleId = useId()
  const textId = useId()

  return (
    <dialog
      {...modal}
      {...(alert ? {} : { onClick })}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={titleId}
      aria-describedby={children ? textId : undefined}
      data-testid={rest['data-testid']}
      className={classNames(dialogLooks, wide ? 'max-w-3xl' : 'max-w-lg')}
    >
      <div className="p-(--around)">
        <div className="flex items-start gap-4">
          <h2 id={titleId} className="flex-1 text-heading">
            {title}
          </h2>
          {alert ? null : <IconButton icon="cross" label={t('close')} onClick={onClose} className="-mt-2 -mr-2" />}
        </div>
        {children ? (
          <div id={textId} className="mt-3 text-mute">
            {children}
          </div>
        ) : null}
      </div>
      {/* In view, however long the dialog is, with room for the ring of focus. What lies beneath fades out. */}
      {actions || dismiss ? (
        <div className="sticky bottom-0 -mt-1.5 flex flex-wrap gap-3 bg-paper px-(--around) pt-1.5 pb-(--around) low:static before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-(--around) before:bg-linear-to-t before:from-paper before:to-transparent">
          {actions}
          {dismiss ? (
            <Button variant="ghost" onClick={onClose}>
              {dismiss}
            </Button>
          ) : null}
        </div>
      ) : null}
    </dialog>
  )
}
