import { timings } from '@lastmile/contracts/constants'
import { dialogTexts } from '@lastmile/contracts/texts'
import { useEffect, useState } from 'react'
import { useAppDispatch, useAppSelector } from '../../state/app-thunk.ts'
import { completionCanceled, demoCompletedSet } from '../../state/preferences/preferences-slice.ts'
import { Button } from '../../ui/button.tsx'
import { Confetti } from '../../ui/confetti.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useRestart } from '../../visit/restart.tsx'

/** Every visible use case is done: confetti once, and the question whether to finish. */
export function Completion() {
  const dispatch = useAppDispatch()
  const restart = useRestart()
  const isCanceled = useAppSelector((state) => state.preferences.completeCanceled)
  const wasCompleted = useAppSelector((state) => state.preferences.demoCompleted)
  const [isFirstTime] = useState(!wasCompleted)
  const { title, finish, cancel } = dialogTexts.showcaseCompleted

  useEffect(() => {
    dispatch(demoCompletedSet())
  }, [dispatch])

  const stay = () => dispatch(completionCanceled())

  return (
    <>
      <Dialog
        open={!isCanceled}
        alert
        title={title}
        onClose={stay}
        actions={
          <>
            <Button onClick={() => restart('/')}>{finish}</Button>
            <Button variant="ghost" onClick={stay}>
              {cancel}
            </Button>
          </>
        }
      >
        <p>
          You received credentials, proved facts from them and kept the rest to yourself. Finishing clears this demo
          from the browser and takes you home. The credentials stay in your wallet.
        </p>
      </Dialog>
      {isFirstTime ? <Confetti duration={timings.confettiOnCompletion} /> : null}
    </>
  )
}
