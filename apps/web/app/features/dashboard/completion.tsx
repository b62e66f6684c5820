import { timings } from '@lastmile/contracts/constants'
import { contactAbout } from '@lastmile/contracts/contact'
import { labPath } from '@lastmile/contracts/site'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useAppDispatch, useAppSelector } from '../../state/app-thunk.ts'
import { completionCanceled, demoCompletedSet } from '../../state/preferences/preferences-slice.ts'
import { Button } from '../../ui/button.tsx'
import { Confetti } from '../../ui/confetti.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { UnderlinedSummary } from '../../ui/underlined-summary.tsx'
import { useRestart } from '../../visit/restart.tsx'
import { useTakeOutCards } from '../../visit/take-out-cards.tsx'
import { showRevoking } from './all-done.tsx'
import { DaySum } from './day-sum.tsx'
import { t } from './texts.ts'

/** Every visible use case is done: confetti once, then the question whether to finish. */
export function Completion({ isRevokingLeft }: { isRevokingLeft: boolean }) {
  const dispatch = useAppDispatch()
  const restart = useRestart()
  const { offer, end } = useTakeOutCards(() => restart('/'))
  const isCanceled = useAppSelector((state) => state.preferences.completeCanceled)
  const wasCompleted = useAppSelector((state) => state.preferences.demoCompleted)
  const [isFirstTime, setFirstTime] = useState(!wasCompleted)

  useEffect(() => {
    dispatch(demoCompletedSet())
  }, [dispatch])

  const stay = () => {
    setFirstTime(false)
    dispatch(completionCanceled())
  }
  const revoke = () => {
    // The dialog gives the focus back as it closes.
    flushSync(stay)
    showRevoking()
  }

  return (
    <>
      {/* Before the dialog, which then opens in front of it. */}
      {isFirstTime ? <Confetti duration={timings.confettiOnCompletion} /> : null}
      <Dialog
        open={!isCanceled}
        alert
        title={t('completed')}
        onClose={stay}
        dismiss={t('cancel')}
        actions={
          <Button variant={isRevokingLeft ? 'ghost' : 'primary'} onClick={end}>
            {t('finish')}
          </Button>
        }
      >
        <DaySum />
        <p>{t('completedText')}</p>
        {offer}
        {isRevokingLeft ? (
          <div className="my-3 grid justify-items-start gap-2">
            <p>{t('leftToSee')}</p>
            <Button size="small" onClick={revoke}>
              {t('revokeCard')}
            </Button>
          </div>
        ) : null}
        <Button size="small" variant="quiet" to={labPath}>
          {t('toLab')}
        </Button>
        <details>
          <UnderlinedSummary>{t('forOthers')}</UnderlinedSummary>
          <div className="flex flex-wrap gap-x-5">
            <Button size="small" variant="quiet" href={contactAbout('Product Demo')} target="_blank">
              {t('talkToUs')}
            </Button>
            <CopyButton size="small" variant="quiet" value={`${location.origin}/`} label={t('showColleague')} />
          </div>
        </details>
      </Dialog>
    </>
  )
}
