import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { t } from '../texts.ts'
import { useAction } from '../use-action.ts'
import { walletClient } from '../wallet-client.ts'
import { Failure } from './failure.tsx'
import type { WalletDialogProps } from './layers.tsx'

/** Deletes the wallet once the visitor confirms. */
export function EraseDialog({ onClose, onDone }: WalletDialogProps) {
  const { isBusy, failure, run } = useAction()
  const erase = async () => {
    const answer = await run(walletClient.erase)
    if (!answer.failure) onDone(t('erased'))
  }
  return (
    <Dialog
      alert
      title={t('eraseTitle')}
      onClose={onClose}
      dismiss={t('keep')}
      actions={
        <Button variant="danger" busy={isBusy} onClick={erase}>
          {t('eraseNow')}
        </Button>
      }
    >
      <p>{t('eraseText')}</p>
      {failure ? <Failure failure={failure} /> : null}
    </Dialog>
  )
}
