import { useAppDispatch } from '../../state/app-thunk.ts'
import { completionReopened } from '../../state/preferences/preferences-slice.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { DaySum } from './day-sum.tsx'
import { t } from './texts.ts'

export const revokingId = 'revoking'

/** Brings the section that revokes into view. */
export function showRevoking() {
  const heading = document.getElementById(revokingId)
  heading?.scrollIntoView()
  heading?.focus({ preventScroll: true })
}

/** Above the use cases once all are done: the way back to the dialog, and to what is left to see. */
export function AllDone({ isRevokingLeft }: { isRevokingLeft: boolean }) {
  const dispatch = useAppDispatch()
  return (
    <Notice
      tone="success"
      title={t('allDone')}
      action={
        <>
          {isRevokingLeft ? (
            <Button size="small" onClick={showRevoking}>
              {t('revokeCard')}
            </Button>
          ) : null}
          <Button
            size="small"
            variant={isRevokingLeft ? 'ghost' : 'primary'}
            onClick={() => dispatch(completionReopened())}
          >
            {t('finish')}
          </Button>
        </>
      }
      className="mt-6"
    >
      <DaySum />
      {t(isRevokingLeft ? 'leftToSee' : 'finishAsks')}
    </Notice>
  )
}
