import { Icon } from '../../../../ui/icon.tsx'
import { Section } from '../../blocks/section.tsx'

const cheats = [
  {
    attempt: 'A screenshot of a friend’s card',
    works: false,
    outcome: 'There is nothing to photograph. An answer is made for one request, and a copy of it answers no other.',
  },
  {
    attempt: 'A card that ran out in July',
    works: false,
    outcome:
      'No wallet can prove that a date lies ahead when it doesn’t. The college signed the date, and nobody can bend it.',
  },
  {
    attempt: 'A card that the college has revoked',
    works: false,
    outcome:
      'It still looks fine on the phone. But no wallet app can prove any more that it stands, so the shop refuses it.',
  },
  {
    attempt: 'A card from a college of one’s own',
    works: false,
    outcome: 'Anybody can sign a card. The request names the issuers that count, and this one isn’t among them.',
  },
  {
    attempt: 'A friend’s phone, unlocked and handed over',
    works: true,
    outcome:
      'This one works. The answer proves which wallet holds the card, not whose thumb is on the glass. A shop that minds can ask for the photo too; for a notebook, ours doesn’t.',
  },
] as const

/** Attempts to get the price without a right to it, and their outcomes, including the one that works. */
export function Cheats() {
  return (
    <Section
      tone="night"
      title="Five ways to cheat, and how far they get"
      lead="Arithmetic stops four of them. Nothing stops the fifth, and you should know that too."
    >
      <ol className="grid gap-px overflow-hidden rounded-panel border border-on-night/20 bg-on-night/20">
        {cheats.map(({ attempt, works, outcome }) => (
          <li
            key={attempt}
            className="grid gap-x-10 gap-y-2 bg-night p-[clamp(20px,2.4vw,32px)] md:grid-cols-[1fr_1.4fr_auto] md:items-center"
          >
            <h3 className="text-heading">{attempt}</h3>
            <p className="opacity-85">{outcome}</p>
            <p
              className={`flex items-center gap-2 text-small font-semibold md:w-32 ${works ? 'text-[#f5b65f]' : 'text-[#8fe0bd]'}`}
            >
              <Icon name={works ? 'warning' : 'shield'} size={20} />
              {works ? 'Gets through' : 'Stopped'}
            </p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
