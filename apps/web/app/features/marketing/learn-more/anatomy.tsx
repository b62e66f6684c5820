import { CredentialCard } from '../../../ui/credential-card.tsx'
import { Section } from '../blocks/section.tsx'

const onTheCard = {
  'Who says so':
    'The issuer. Its name here is for you; a verifier relies on its keys, which are published where anybody can look them up.',
  'What kind of paper it is':
    'Each kind has a form that the issuer publishes beforehand: its name and the details it has, without anybody’s values.',
  'The details':
    'Called attributes. Each can be shown, used for a proof or left alone, and one says nothing about the others.',
}

const behindTheCard = {
  'The signature':
    'Over all details at once. Change one letter and it no longer fits. It isn’t shown to verifiers; what they get is proof that you hold it.',
  'Your wallet’s secret':
    'Mixed in when the card was made, unknown even to the issuer. Without it a copy of the card is dead weight.',
  'A place in a list': 'With it you can prove that the card was not revoked, without saying which card it is.',
}

/** Positions of the numbers: the first three at their subjects, the others on the sheet behind. */
const marks = [
  { number: 1, place: '-left-5 top-0 sm:top-[4%]' },
  { number: 2, place: '-left-5 top-[17%]' },
  { number: 3, place: '-left-5 top-[70%]' },
  { number: 4, place: '-right-6 top-[22%]' },
  { number: 5, place: '-right-5 top-[46%]' },
  { number: 6, place: '-right-4 top-[70%]' },
] as const

/** A credential with every part on it and behind it named. */
export function Anatomy() {
  return (
    <Section
      id="anatomy"
      tone="sand"
      title="What is in a credential"
      lead="Six parts. Three you can see, and the three that do the work you can’t: here as AnonCreds has them, which the demo begins with."
    >
      <div className="grid items-start gap-x-14 gap-y-10 lg:grid-cols-[1fr_26rem_1fr]">
        <Parts title="On the card" parts={onTheCard} first={1} />
        <figure className="w-full max-w-112 self-center justify-self-center max-lg:order-first">
          <div className="relative mx-3.5 max-w-105">
            <div
              aria-hidden="true"
              className="absolute inset-0 translate-x-2 translate-y-4 rotate-3 rounded-card border-2 border-dashed border-edge"
            />
            <CredentialCard
              issuer="Sunrise Market Association"
              name="Trader Permit"
              headingLevel={3}
              attributes={[
                { label: 'Name', value: 'Ngozi Okafor' },
                { label: 'Stall', value: 'B-117' },
                { label: 'Goods', value: 'Cloth and tailoring' },
                { label: 'Permit number', value: 'SMA-20418' },
              ]}
            />
            {marks.map(({ number, place }) => (
              <span
                key={number}
                aria-hidden="true"
                className={`absolute grid size-7 place-items-center rounded-full bg-[#f0a23b] font-display text-small font-semibold text-[#0e1b16] ${place}`}
              >
                {number}
              </span>
            ))}
          </div>
          <figcaption className="mt-7 max-w-105 text-tiny text-mute">
            Ngozi and the association are made up for the demo. The engraving is ornament, drawn from the card’s name:
            what you see can be copied, what stands behind it can’t.
          </figcaption>
        </figure>
        <Parts title="Behind the card" parts={behindTheCard} first={4} />
      </div>
    </Section>
  )
}

function Parts({ title, parts, first }: { title: string; parts: Record<string, string>; first: number }) {
  return (
    <div>
      <h3 className="font-sans text-small font-semibold text-forest">{title}</h3>
      <ol start={first} className="mt-3 grid gap-5">
        {Object.entries(parts).map(([part, text], index) => (
          <li key={part} className="grid grid-cols-[32px_1fr] gap-x-3.5">
            <span
              aria-hidden="true"
              className="grid size-8 place-items-center rounded-full bg-forest font-display text-small font-semibold text-on-forest"
            >
              {first + index}
            </span>
            <div>
              <h4 className="pt-0.5 font-semibold">{part}</h4>
              <p className="measure mt-1 text-small text-mute">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}
