import { Button } from '../../ui/button.tsx'
import { t } from '../texts.ts'
import type { useAction } from '../use-action.ts'

interface DecisionProps extends Pick<ReturnType<typeof useAction>, 'isBusy' | 'act'> {
  /** Of the offer or the request. */
  id: string
}

export function Decline({ id, isBusy, act }: DecisionProps) {
  return (
    <Button size="small" variant="ghost" disabled={isBusy} onClick={() => act({ action: 'decline', args: [id] })}>
      {t('decline')}
    </Button>
  )
}

/** Ends a wait that may have no end. */
export function GiveUp({ id, isBusy, act }: DecisionProps) {
  return (
    <Button size="small" variant="ghost" busy={isBusy} onClick={() => act({ action: 'giveUp', args: [id] })}>
      {t('giveUp')}
    </Button>
  )
}
