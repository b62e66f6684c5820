import { dialogTexts, labels } from '@lastmile/contracts/texts'
import { useState } from 'react'
import { pressed } from '../../tracking/presses.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { WalletHelp } from '../connecting/wallet-help.tsx'

/** For a wallet that shows nothing, or something else (specification, section 8). */
export function NotReceivedHelp({ onResend }: { onResend: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const { title, text, action } = dialogTexts.notReceived
  return (
    <div className="flex flex-wrap gap-x-6">
      <Button
        variant="quiet"
        size="small"
        onClick={() => setAsking(true)}
        {...pressed('cred_not_received', 'credential')}
      >
        {labels.notReceived}
      </Button>
      <WalletHelp label="My wallet shows something else" what="credential" onResend={onResend} />
      <Dialog
        open={isAsking}
        title={title}
        onClose={() => setAsking(false)}
        actions={
          <Button
            onClick={() => {
              setAsking(false)
              onResend()
            }}
            {...pressed('retry_action', 'resend')}
          >
            {action}
          </Button>
        }
      >
        <p>{text}</p>
        <p className="mt-3">The offer under way is withdrawn and a fresh one is sent, so only one can be accepted.</p>
      </Dialog>
    </div>
  )
}
