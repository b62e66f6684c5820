import { useState } from 'react'
import { useAppSelector } from '../../state/app-thunk.ts'
import { pressed } from '../../tracking/presses.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { t } from './texts.ts'
import { selectHasWebWallet } from './wallets-slice.ts'

/** Advice for a wallet that does not connect. */
export function ConnectHelp({ onRenew }: { onRenew: () => void }) {
  const [open, setOpen] = useState(false)
  const hasWebWallet = useAppSelector(selectHasWebWallet)
  const renew = () => {
    setOpen(false)
    onRenew()
  }
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        {t('nothing')}
      </Button>
      <Dialog
        open={open}
        title={t('ifNot')}
        onClose={() => setOpen(false)}
        dismiss={t('wait')}
        actions={
          <Button onClick={renew} {...pressed('retry_action', 'new-code')}>
            {t('newInvitation')}
          </Button>
        }
      >
        <ul className="grid list-disc gap-2 pl-5">
          <li>{t('lookAtWallet')}</li>
          {hasWebWallet ? null : (
            <>
              <li>{t('scanWithin')}</li>
              <li>{t('enlarge')}</li>
              <li>{t('beOnline')}</li>
            </>
          )}
        </ul>
      </Dialog>
    </>
  )
}
