import { useAppSelector } from '../../state/app-thunk.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { selectIsServerReset } from '../../visit/catch-up.ts'
import { useRestart } from '../../visit/restart.tsx'
import { t } from './texts.ts'

/** A visit from before the server's data was reset leads nowhere any more: told, then home with a reset. */
export function ServerResetDialog() {
  const restart = useRestart()
  const isReset = useAppSelector(selectIsServerReset)
  const leave = () => restart('/')
  return (
    <Dialog
      open={isReset}
      alert
      title={t('reset')}
      onClose={leave}
      actions={<Button onClick={leave}>{t('ok')}</Button>}
    >
      <p>{t('resetText')}</p>
    </Dialog>
  )
}
