import { dialogTexts, labels } from '@lastmile/contracts/texts'
import { useState } from 'react'
import { useRestart } from '../../state/restart.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'

export function LeaveControl() {
  const restart = useRestart()
  const [asking, setAsking] = useState(false)
  const { title, text } = dialogTexts.leaveFlow
  const leave = () => restart('/')
  return (
    <>
      <Button variant="ghost" size="small" onClick={() => setAsking(true)}>
        <Icon name="leave" size={18} />
        {labels.leave}
      </Button>
      <Dialog
        open={asking}
        alert
        title={title}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button variant="danger" onClick={leave}>
              {labels.leave}
            </Button>
            <Button variant="ghost" onClick={() => setAsking(false)}>
              STAY
            </Button>
          </>
        }
      >
        <p>{text}</p>
      </Dialog>
    </>
  )
}
