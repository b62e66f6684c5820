import { useAppSelector } from '../../state/app-thunk.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { selectIsServerReset } from '../../visit/catch-up.ts'
import { useRestart } from '../../visit/restart.tsx'
import { t } from './texts.ts'

/** A visit older than the server's reset leads nowhere: says so, then resets to the home page. */
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
