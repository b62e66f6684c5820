import { dialogTexts } from '@lastmile/contracts/texts'
import { useState } from 'react'
import { pressed } from '../../tracking/presses.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface WalletHelpProps {
  label: string
  /** What can be sent again. */
  what: 'proof request' | 'credential'
  onResend: () => void
}

/** For a wallet that shows wrong content (specification, section 8). */
export function WalletHelp({ label, what, onResend }: WalletHelpProps) {
  const [isOpen, setOpen] = useState(false)
  const { title, action } = dialogTexts.unexpectedContent
  const close = () => setOpen(false)
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        onClick={() => setOpen(true)}
        {...pressed('cred_not_received', what === 'credential' ? 'credential' : 'proof')}
      >
        {label}
      </Button>
      <Dialog
        open={isOpen}
        title={title}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>{action}</Button>
            <Button
              variant="ghost"
              onClick={() => {
                close()
                onResend()
              }}
              {...pressed('retry_action', 'resend')}
            >
              Send the {what} again
            </Button>
          </>
        }
      >
        <p>Close the wallet on your phone and open it again. If it goes on, you can have the {what} sent again.</p>
      </Dialog>
    </>
  )
}
