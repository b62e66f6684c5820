import { dialogTexts, labels } from '@lastmile/contracts/texts'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** For a wallet that shows nothing, or something else (specification, section 8). */
export function NotReceivedHelp({ onResend }: { onResend: () => void }) {
  const [shown, setShown] = useState<'not-received' | 'unexpected'>()
  const { notReceived, unexpectedContent } = dialogTexts
  const close = () => setShown(undefined)
  const resend = () => {
    close()
    onResend()
  }
  return (
    <div className="flex flex-wrap gap-x-2">
      <Button variant="quiet" size="small" onClick={() => setShown('not-received')}>
        {labels.notReceived}
      </Button>
      <Button variant="quiet" size="small" onClick={() => setShown('unexpected')}>
        My wallet shows something else
      </Button>
      <Dialog
        open={shown === 'not-received'}
        title={notReceived.title}
        onClose={close}
        actions={<Button onClick={resend}>{notReceived.action}</Button>}
      >
        <p>{notReceived.text}</p>
        <p className="mt-3">The offer under way is withdrawn and a fresh one is sent, so only one can be accepted.</p>
      </Dialog>
      <Dialog
        open={shown === 'unexpected'}
        title={unexpectedContent.title}
        onClose={close}
        actions={<Button onClick={close}>{unexpectedContent.action}</Button>}
      >
        <p>
          Close the wallet on your phone and open it again. If it still shows something else, resend the credential with
          “{labels.notReceived}”.
        </p>
      </Dialog>
    </div>
  )
}
