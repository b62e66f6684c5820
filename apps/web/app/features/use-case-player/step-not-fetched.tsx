import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { t } from './texts.ts'

/** In place of a step whose code could not be fetched, however often. */
export function StepNotFetched() {
  return (
    <Notice
      tone="danger"
      title={t('notFetched')}
      action={
        <Button size="small" onClick={() => location.reload()}>
          {t('reload')}
        </Button>
      }
    >
      {t('notFetchedText')}
    </Notice>
  )
}
