import { NotFetched } from '../ui/not-fetched.tsx'
import { t } from './texts.ts'

/** In place of a part whose code did not come. */
export const PartNotFetched = () => (
  <NotFetched title={t('notFetched')} reload={t('reload')}>
    {t('notFetchedText')}
  </NotFetched>
)
