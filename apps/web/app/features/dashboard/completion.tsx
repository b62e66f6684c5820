import { timings } from '@lastmile/contracts/constants'
import { contactAbout } from '@lastmile/contracts/contact'
import { useEffect, useState } from 'react'
import { useAppDispatch, useAppSelector } from '../../state/app-thunk.ts'
import { completionCanceled, demoCompletedSet } from '../../state/preferences/preferences-slice.ts'
import { Button } from '../../ui/button.tsx'
import { Confetti } from '../../ui/confetti.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useRestart } from '../../visit/restart.tsx'
import { TakeOutCards } from '../../visit/take-out-cards.tsx'
import { selectRevocations } from '../../visit/use-cases/use-case-selectors.ts'
import { t } from './texts.ts'

/** Every visible use case is done: confetti once, then the question whether to finish. */
export function Completion() {
  const dispatch = useAppDispatch()
  const restart = useRestart()
  const isCanceled = useAppSelector((state) => state.preferences.completeCanceled)
  const wasCompleted = useAppSelector((state) => state.preferences.demoCompleted)
  const [isFirstTime] = useState(!wasCompleted)
  const isRevocable = useAppSelector(selectRevocations).some(({ revoked }) => !revoked)

  useEffect(() => {
    dispatch(demoCompletedSet())
  }, [dispatch])

  const stay = () => dispatch(completionCanceled())

  return (
    <>
      <Dialog
        open={!isCanceled}
        alert
        title={t('completed')}
        onClose={stay}
        actions={
          <>
            <Button onClick={() => restart('/')}>{t('finish')}</Button>
            <Button variant="ghost" onClick={stay}>
              {t('cancel')}
            </Button>
          </>
        }
      >
        <p>{t('completedText')}</p>
        {isRevocable ? <p className="mt-3">{t('completedRevoke')}</p> : null}
        <TakeOutCards />
        <div className="mt-3 flex flex-wrap gap-x-6">
          <Button size="small" variant="quiet" href={contactAbout('Product Demo')} target="_blank">
            {t('talkToUs')}
          </Button>
          <CopyButton size="small" variant="quiet" value={`${location.origin}/`} label={t('showColleague')} />
          <Button size="small" variant="quiet" onClick={() => restart('/demo')}>
            {t('beSomebodyElse')}
          </Button>
        </div>
      </Dialog>
      {isFirstTime ? <Confetti duration={timings.confettiOnCompletion} /> : null}
    </>
  )
}
