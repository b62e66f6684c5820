import { NotFetched } from '../../ui/not-fetched.tsx'
import { t } from './texts.ts'

export function StepNotFetched() {
  return (
    <NotFetched title={t('notFetched')} reload={t('reload')}>
      {t('notFetchedText')}
    </NotFetched>
  )
}
