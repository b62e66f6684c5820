import { useState } from 'react'
import { useAppSelector } from '../../state/app-thunk.ts'
import { pressed } from '../../tracking/presses.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { WalletHelp } from '../connecting/wallet-help.tsx'
import { selectWalletKind } from '../connecting/wallets-slice.ts'
import { t } from './texts.ts'

/** For a wallet that shows nothing, or the wrong content (docs/product.md, section 8). */
export function NotReceivedHelp({ onResend }: { onResend: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const wallet = useAppSelector(selectWalletKind)
  return (
    <div className="flex flex-wrap gap-x-6">
      <Button
        variant="quiet"
        size="small"
        onClick={() => setAsking(true)}
        {...pressed('cred_not_received', 'credential')}
      >
        {t('notReceived')}
      </Button>
      {/* Our own wallet shows nothing else, and a phone has room for one line. */}
      {wallet === 'web' ? null : <WalletHelp label={t('somethingElse')} what="credential" onResend={onResend} />}
      <Dialog
        open={isAsking}
        title={t('notReceived.title')}
        onClose={() => setAsking(false)}
        actions={
          <Button
            onClick={() => {
              setAsking(false)
              onResend()
            }}
            {...pressed('retry_action', 'resend')}
          >
            {t('notReceived.again')}
          </Button>
        }
      >
        <p>{t('notReceived.text')}</p>
        {wallet === 'web' ? <p className="mt-3">{t('notReceived.look')}</p> : null}
        <p className="mt-3">{t('notReceived.fresh')}</p>
      </Dialog>
    </div>
  )
}
