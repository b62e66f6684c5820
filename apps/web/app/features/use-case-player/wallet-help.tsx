import { dialogTexts } from '@lastmile/contracts/texts'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface WalletHelpProps {
  /** What can be sent again: 'proof request', 'credential', 'invitation'. */
  what: string
  onResend: () => void
}

/** For a wallet that shows something else, or nothing (specification, section 8). */
export function WalletHelp({ what, onResend }: WalletHelpProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        Nothing happening, or something else?
      </Button>
      <Dialog
        open={isOpen}
        title={dialogTexts.unexpectedContent.title}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>{dialogTexts.unexpectedContent.action}</Button>
            <Button
              variant="ghost"
              onClick={() => {
                close()
                onResend()
              }}
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
