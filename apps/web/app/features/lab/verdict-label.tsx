import { classNames } from '../../ui/class-names.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'

/** `wrong`: taken although it is no good, or refused although it is. */
export type VerdictTone = 'taken' | 'refused' | 'notSent' | 'wrong'

const looks: Record<VerdictTone, { icon: IconName; look: string }> = {
  taken: { icon: 'tick', look: 'border-forest bg-leaf-soft text-forest' },
  refused: { icon: 'cross', look: 'border-amber bg-amber-soft text-ink' },
  notSent: { icon: 'info', look: 'border-dashed border-edge text-mute' },
  wrong: { icon: 'warning', look: 'border-clay bg-clay-soft text-clay' },
}

/** A verdict in a word, stamped. */
export const VerdictLabel = ({ children, tone, testId }: { children: string; tone: VerdictTone; testId: string }) => (
  <p
    data-testid={testId}
    className={classNames(
      'flex h-fit w-fit -rotate-3 items-center gap-1.5 rounded-md border-2 px-3 py-1 font-display font-semibold uppercase tracking-wide',
      looks[tone].look,
    )}
  >
    <Icon name={looks[tone].icon} size={18} />
    {children}
  </p>
)
