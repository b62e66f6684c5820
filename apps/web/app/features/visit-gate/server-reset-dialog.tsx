import { useAppSelector } from '../../state/app-thunk.ts'
import { selectIsServerReset } from '../../visit/catch-up.ts'
import { RestartDialog } from '../../visit/restart-dialog.tsx'
import { t } from './texts.ts'

/** A visit older than the server's reset leads nowhere: says so, then resets to the home page. */
export function ServerResetDialog() {
  const isReset = useAppSelector(selectIsServerReset)
  return isReset ? <RestartDialog title={t('reset')} text={t('resetText')} page="/" /> : null
}
