import { Button } from '../../ui/button.tsx'
import { t } from '../texts.ts'
import type { useAction } from '../use-action.ts'

/** Ends a wait that may have no end. */
export function GiveUp({ id, isBusy, act }: { id: string } & Pick<ReturnType<typeof useAction>, 'isBusy' | 'act'>) {
  return (
    <Button size="small" variant="ghost" busy={isBusy} onClick={() => act({ action: 'giveUp', args: [id] })}>
      {t('giveUp')}
    </Button>
  )
}
