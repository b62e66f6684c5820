import { pressed } from '../tracking/presses.ts'
import { Button } from './button.tsx'
import { t } from './texts.ts'

/** A way on from a wait for our own server that nobody can hurry. */
export function SlowHelp() {
  return (
    <div className="mt-2">
      <p>{t('slow')}</p>
      <Button variant="quiet" size="small" onClick={() => location.reload()} {...pressed('retry_action', 'reload')}>
        {t('reload')}
      </Button>
    </div>
  )
}
