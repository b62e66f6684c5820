import { walletPath } from '@lastmile/contracts/site'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { useAppSelector } from '../state/app-thunk.ts'
import { useBack } from '../ui/back.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { t } from './texts.ts'

/** The browser's Back, where no step comes before: asks whether to leave the demo, which stays as it is. */
export function AskBeforeLeaving() {
  const { pathname } = useLocation()
  const hasChosen = useAppSelector((state) => state.characters.currentCharacter !== null)
  const [isAsking, setAsking] = useState(false)
  useBack('away', hasChosen && pathname !== walletPath ? () => setAsking(true) : undefined, pathname)
  const stay = () => setAsking(false)
  return (
    <Dialog
      open={isAsking}
      alert
      title={t('away')}
      onClose={stay}
      dismiss={t('awayStay')}
      actions={<Button href="/">{t('awayHome')}</Button>}
    >
      <p>{t('awayText')}</p>
    </Dialog>
  )
}
