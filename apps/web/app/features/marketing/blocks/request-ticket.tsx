import { classNames } from '../../../ui/class-names.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'

interface RequestTicketProps {
  /** The verifier and its request, as a heading. */
  title: string
  headingLevel: 2 | 4
  /** Values that the verifier sees. */
  shown?: readonly string[]
  /** Conditions that it learns only a yes to. */
  proved?: readonly string[]
  /** Lines of the same credential that it does not request. */
  kept: readonly string[]
}

const outcomes = {
  shown: { icon: 'tick', says: 'shown', look: 'font-semibold text-forest' },
  proved: { icon: 'shield', says: 'proved, not shown', look: 'font-semibold text-forest' },
  kept: { icon: 'lock', says: 'kept private', look: 'text-mute' },
} as const satisfies Record<string, { icon: IconName; says: string; look: string }>

/** A proof request as a wallet presents it: shared, proved and withheld lines. */
export function RequestTicket({ title, headingLevel, shown = [], proved = [], kept }: RequestTicketProps) {
  const Heading = `h${headingLevel}` as const
  const lines = [
    ...shown.map((line) => ({ line, ...outcomes.shown })),
    ...proved.map((line) => ({ line, ...outcomes.proved })),
    ...kept.map((line) => ({ line, ...outcomes.kept })),
  ]
  return (
    <div className="rounded-[18px] border border-line bg-paper p-5 text-ink shadow-lift">
      <Heading className="font-sans text-small font-semibold">{title}</Heading>
      <ul className="mt-2.5">
        {lines.map(({ line, icon, says, look }) => (
          <li
            key={line}
            className="grid grid-cols-[20px_1fr] items-center gap-x-2.5 border-t border-line py-2.5 text-small last:pb-0 sm:grid-cols-[20px_1fr_auto]"
          >
            <Icon name={icon} size={18} className={icon === 'lock' ? 'text-mute' : 'text-forest'} />
            <span>{line}</span>
            <span className={classNames('text-tiny max-sm:col-start-2', look)}>{says}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
