import { pressed } from '../tracking/presses.ts'
import { Button } from './button.tsx'
import { t } from './texts.ts'

/** An alternative while our own server is slow. */
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
