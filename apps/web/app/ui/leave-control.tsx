import { type ReactNode, useState } from 'react'
import { pressed } from '../tracking/presses.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Icon } from './icon.tsx'
import { t } from './texts.ts'

interface LeaveControlProps {
  /** The effect of leaving. */
  text: string
  onLeave: () => void
  /** Below that text. */
  children?: ReactNode
}

/** LEAVE with a confirmation. */
export function LeaveControl({ text, onLeave, children }: LeaveControlProps) {
  const [isAsking, setAsking] = useState(false)
  const stay = () => setAsking(false)
  return (
    <>
      <Button variant="ghost" size="small" onClick={() => setAsking(true)}>
        <Icon name="leave" size={18} />
        {t('leave')}
      </Button>
      <Dialog
        open={isAsking}
        alert
        title={t('leaveTitle')}
        onClose={stay}
        dismiss={t('stay')}
        actions={
          <Button variant="danger" onClick={onLeave} {...pressed('button_click', 'leave')}>
            {t('leave')}
          </Button>
        }
      >
        <p>{text}</p>
        {children}
      </Dialog>
    </>
  )
}
