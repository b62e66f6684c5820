import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { t } from './texts.ts'

/** Replaces a step whose code failed to load despite retries. */
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
