import { useAppSelector } from '../../state/app-thunk.ts'
import { Notice } from '../../ui/notice.tsx'
import { t } from '../texts.ts'

/** Above the screen: says beforehand that a reload loses the visit. */
export function NotKeptNotice() {
  const isKept = useAppSelector((state) => state.keeping.isKept)
  if (isKept) return null
  return (
    <div className="wrap bg-sand pt-4">
      <Notice tone="warning">{t('notKept')}</Notice>
    </div>
  )
}
