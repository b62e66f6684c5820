import { type ReactNode, useState } from 'react'
import { pressed } from '../tracking/presses.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Icon } from './icon.tsx'
import { t } from './texts.ts'

interface LeaveControlProps {
  /** The confirmation, with the effect of leaving. */
  dialog: { title: string; text: string }
  onLeave: () => void
  /** Below that text. */
  children?: ReactNode
  size?: 'small' | 'large'
  className?: string
}

/** LEAVE with a confirmation. */
export function LeaveControl({ dialog, onLeave, children, size = 'small', className }: LeaveControlProps) {
  const [isAsking, setAsking] = useState(false)
  const stay = () => setAsking(false)
  return (
    <>
      <Button variant="ghost" size={size} className={className} onClick={() => setAsking(true)}>
        <Icon name="leave" size={18} />
        {t('leave')}
      </Button>
      <Dialog
        open={isAsking}
        alert
        title={dialog.title}
        onClose={stay}
        actions={
          <>
            <Button variant="danger" onClick={onLeave} {...pressed('button_click', 'leave')}>
              {t('leave')}
            </Button>
            <Button variant="ghost" onClick={stay}>
              {t('stay')}
            </Button>
          </>
        }
      >
        <p>{dialog.text}</p>
        {children}
      </Dialog>
    </>
  )
}
