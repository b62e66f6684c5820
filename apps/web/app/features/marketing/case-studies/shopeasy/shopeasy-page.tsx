import { labPath } from '@lastmile/contracts/site'
import { Icon } from '../../../../ui/icon.tsx'
import { CallToAction } from '../../blocks/call-to-action.tsx'
import { Hero } from '../../blocks/hero.tsx'
import { IconList } from '../../blocks/icon-list.tsx'
import { NumberedPath } from '../../blocks/numbered-path.tsx'
import { Section } from '../../blocks/section.tsx'
import { TextLink } from '../../blocks/text-link.tsx'
import { ExampleNote } from '../example-note.tsx'
import parcel from './parcel.svg'
import { ReceiptStory } from './receipt-story.tsx'

const tasks = {
  'Choose the issuers':
    'Make a list of colleges whose student cards the shop takes. The request names them; a card from anybody else is no answer.',
  'Put a code at the checkout': 'Where the upload field was, show a QR code on a computer and a link on a phone.',
  'Wait for one word':
    'The shop’s system is told at once: verified, or not and why. Then the price in the basket changes.',
  'Empty the folder': 'Delete the card photographs of the past years, and the page that asked for them.',
}

/** Case study: a fictional shop, told by its receipt. */
export function ShopeasyPage() {
  return (
    <>
      <Hero
        kicker="Case study: ShopEasy"
        title="A student price without a name"
        lead="ShopEasy sells notebooks and data bundles, cheaper for students. It used to ask for a photo of the student card. Now it asks a question, and the parcel leaves all the same."
        actions={{ 'Buy as Amina': '/demo/student', 'All business solutions': '/business' }}
        image={{
          src: parcel,
          alt: 'A rider in a red helmet hands Amina a parcel at her door; a price tag hangs between them.',
          height: 560,
        }}
      >
        <ExampleNote>
          ShopEasy, Amina and Unity College are made up, and nothing here was measured. The request and the check are a
          use case of our demo, told as it is with AnonCreds. By OpenID4VC the shop sees the expiry date.
        </ExampleNote>
      </Hero>
      <ReceiptStory />
      <Cheats />
      <StillKnows />
      <Section title="What it would take">
        <NumberedPath steps={tasks} />
      </Section>
      <CallToAction
        title="Ask for the price yourself."
        text="Receive Amina’s student card in your wallet, answer ShopEasy, then revoke the card and see the student price lock."
        actions={{ 'Buy as Amina': '/demo/student', 'Talk to us': '/contact', 'Or see a hospital': '/hospitals' }}
      />
    </>
  )
}

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
function StillKnows() {
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
function Cheats() {
  return (
    <Section
      tone="night"
      title="Five ways to cheat, and how far they get"
      lead={
        <>
          Arithmetic stops four of them. Nothing stops the fifth, and you should know that too. There are more to try{' '}
          <TextLink to={`${labPath}/cheat`}>in the lab</TextLink>.
        </>
      }
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
