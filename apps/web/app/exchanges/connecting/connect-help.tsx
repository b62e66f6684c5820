import { useState } from 'react'
import { pressed } from '../../tracking/presses.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** What to try when the wallet does not connect. */
export function ConnectHelp({ onRenew }: { onRenew: () => void }) {
  const [open, setOpen] = useState(false)
  const renew = () => {
    setOpen(false)
    onRenew()
  }
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        Nothing happens?
      </Button>
      <Dialog
        open={open}
        title="If your wallet does not connect"
        onClose={() => setOpen(false)}
        actions={
          <>
            <Button onClick={renew} {...pressed('retry_action', 'new-code')}>
              Make a new code
            </Button>
            <Button variant="ghost" onClick={() => setOpen(false)}>
              Keep waiting
            </Button>
          </>
        }
      >
        <ul className="grid list-disc gap-2 pl-5">
          <li>Look at your wallet: it may be asking whether you want to connect.</li>
          <li>Scan from within the wallet. The camera app of a phone does not know this code.</li>
          <li>Enlarge the code if your camera does not catch it.</li>
          <li>Your phone must be able to reach this site over the internet.</li>
        </ul>
      </Dialog>
    </>
  )
}
