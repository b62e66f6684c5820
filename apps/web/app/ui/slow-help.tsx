import { pressed } from '../tracking/presses.ts'
import { ReloadButton } from './reload-button.tsx'
import { t } from './texts.ts'

/** An alternative while our own server is slow. */
export function SlowHelp() {
  return (
    <div className="mt-2">
      <p>{t('slow')}</p>
      <ReloadButton variant="quiet" size="small" {...pressed('retry_action', 'reload')}>
        {t('reload')}
      </ReloadButton>
    </div>
  )
}
