import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { lockWithPasskey } from '../passkey.ts'
import { t } from '../texts.ts'
import { useAction } from '../use-action.ts'
import { Failure } from './failure.tsx'
import type { WalletDialogProps } from './layers.tsx'

/** Locks the wallet with a passkey, or removes that lock. */
export function LockDialog({ isLocked, onClose, onDone }: WalletDialogProps & { isLocked: boolean }) {
  const { isBusy, failure, act, run } = useAction()
  const change = async () => {
    const answer = await (isLocked ? act({ action: 'removeLock', args: [] }) : run(lockWithPasskey))
    if (!answer.failure) onDone(t(isLocked ? 'lockRemoved' : 'lockSet'))
  }
  return (
    <Dialog
      title={t(isLocked ? 'removeLock' : 'lock')}
      onClose={onClose}
      dismiss={t('cancel')}
      actions={
        <Button busy={isBusy} onClick={change}>
          {t(isLocked ? 'removeLock' : 'lockNow')}
        </Button>
      }
    >
      <div className="grid gap-3">
        <p>{t(isLocked ? 'removeLockLead' : 'lockLead')}</p>
        {isLocked ? null : <p>{t('lockGone')}</p>}
        {isBusy ? <Waiting>{t('reencrypting')}</Waiting> : null}
        {failure ? <Failure failure={failure} /> : null}
      </div>
    </Dialog>
  )
}
