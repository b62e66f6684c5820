import { IconList } from '../../blocks/icon-list.tsx'
import { Section } from '../../blocks/section.tsx'

const sides = [
  {
    title: 'The shop still knows',
    icon: 'tick',
    items: [
      'The name and address that Amina types for the parcel',
      'What she bought, and how she paid',
      'Which college signed the card, because that is part of what makes it count',
    ],
  },
  {
    title: 'It has no way to know',
    icon: 'lock',
    items: [
      'The name on the card, or whether it is the name on the parcel',
      'Her student number, her programme, her face',
      'Her birthday, or the day on which the card runs out',
    ],
  },
] as const

/** The honest remainder: a shop's ordinary knowledge, beside what the card never reveals. */
export function StillKnows() {
  return (
    <Section
      tone="sand"
      title="What the shop still knows"
      lead="A proof isn’t a disguise. It keeps the shop from learning more than a sale needs; it doesn’t undo the sale."
    >
      <div className="grid gap-5 md:grid-cols-2 lg:gap-7">
        {sides.map((side) => (
          <div key={side.title} className="rounded-panel border border-line bg-paper p-[clamp(20px,2.4vw,32px)]">
            <IconList {...side} />
          </div>
        ))}
      </div>
    </Section>
  )
}
