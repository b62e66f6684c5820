import { Section } from '../blocks/section.tsx'

const industries = [
  {
    name: 'Financial services',
    asks: 'Who is this, are they 18 or over, and is the document still valid?',
    spares: 'The scanned passport',
  },
  {
    name: 'Healthcare',
    asks: 'Which name and date of birth belong on the file, and is the cover good today?',
    spares: 'The clipboard in the waiting room',
  },
  {
    name: 'Employment',
    asks: 'Which job was it, and did it last two years or more?',
    spares: 'The call to a referee, and the payslips',
  },
  {
    name: 'Shops and online retail',
    asks: 'Is there a valid student card?',
    spares: 'The photograph of both its sides',
  },
  {
    name: 'Education',
    asks: 'Did this school issue the certificate, and does it still stand?',
    spares: 'The stamped copy of a stamped copy',
  },
  {
    name: 'Markets and cooperatives',
    asks: 'Does the stall sell enough, and is it more than a year on the register?',
    spares: 'The account book',
  },
] as const

/** Six fields, each with its question and the paper that it replaces. */
export function Industries() {
  return (
    <Section
      id="industries"
      tone="sand"
      title="A question for every counter"
      lead="Six fields, and the one question that could replace a copy in each."
    >
      <ul className="grid gap-px overflow-hidden rounded-panel border border-line bg-line sm:grid-cols-2 lg:grid-cols-3">
        {industries.map(({ name, asks, spares }) => (
          <li key={name} className="row-span-3 grid grid-rows-subgrid gap-y-0 bg-paper p-[clamp(20px,2.4vw,32px)]">
            <h3 className="font-sans text-small font-semibold text-forest">{name}</h3>
            <p className="mt-3 mb-6 font-display text-[1.25rem] leading-snug font-semibold">“{asks}”</p>
            <p className="border-t border-line pt-4 text-small text-mute">
              No longer kept: <s className="text-ink decoration-clay decoration-2">{spares}</s>
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
