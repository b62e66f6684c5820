import { useState } from 'react'
import { useAppSelector } from '../../state/app-thunk.ts'
import { pressed } from '../../tracking/presses.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { t } from './texts.ts'
import { selectWalletKind } from './wallets-slice.ts'

interface WalletHelpProps {
  label: string
  /** The message to send again. */
  what: 'request' | 'credential'
  onResend: () => void
}

/** For a wallet that shows wrong content (docs/product.md, section 8). */
export function WalletHelp({ label, what, onResend }: WalletHelpProps) {
  const [isOpen, setOpen] = useState(false)
  const wallet = useAppSelector(selectWalletKind)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog
        open={isOpen}
        title={t('unexpected')}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>{t('ok')}</Button>
            <Button
              variant="ghost"
              onClick={() => {
                close()
                onResend()
              }}
              {...pressed('retry_action', 'resend')}
            >
              {t('resend', { what })}
            </Button>
          </>
        }
      >
        <p>{t('unexpectedText', { what, wallet })}</p>
      </Dialog>
    </>
  )
}
