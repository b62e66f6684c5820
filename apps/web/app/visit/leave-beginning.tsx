import { track } from '../tracking/track.ts'
import { LeaveControl } from '../ui/leave-control.tsx'
import { useRestart } from './restart.tsx'
import { useTakeOutCards } from './take-out-cards.tsx'
import { t } from './texts.ts'

/** LEAVE while a visit begins: before the dashboard. */
export function LeaveBeginning() {
  const restart = useRestart()
  const { offer, end } = useTakeOutCards(() => {
    track({ type: 'onboarding_abandoned' })
    restart('/')
  })
  return (
    <LeaveControl text={t('leaveText')} onLeave={end}>
      {offer}
    </LeaveControl>
  )
}
