import { contactAbout } from '@lastmile/contracts/contact'
import { apiDocsPath, labPath } from '@lastmile/contracts/site'
import { CallToAction } from '../blocks/call-to-action.tsx'
import { CardGrid } from '../blocks/card-grid.tsx'
import { CopyLink } from '../blocks/copy-link.tsx'
import { Hero } from '../blocks/hero.tsx'
import { IconList } from '../blocks/icon-list.tsx'
import { Section } from '../blocks/section.tsx'
import { TextLink } from '../blocks/text-link.tsx'
import { TwoFamilies } from '../blocks/two-families.tsx'
import bankHall from '../case-studies/fnb/bank-hall.svg'
import parcel from '../case-studies/shopeasy/parcel.svg'
import backOffice from './back-office.svg'
import { Drawer } from './drawer.tsx'
import { Solutions } from './solutions.tsx'

const studies = [
  {
    picture: (
      <StudyPicture src={bankHall} width={1200} height={500} crop="w-[153.8%] -translate-x-[26%] -translate-y-[1.6%]" />
    ),
    title: 'First Neighbourhood Bank',
    text: 'A trader opens a business account from two credentials. What the bank sees, what it only learns, and the request word for word. Illustrative example; the bank is made up.',
    link: { to: '/case-studies/fnb', label: 'An account without photocopies' },
  },
  {
    picture: <StudyPicture src={parcel} width={640} height={560} crop="w-[135.3%] -translate-y-[26%]" />,
    title: 'ShopEasy',
    text: 'An online shop gives students a better price and learns two facts about them. Five ways to cheat, and how far each gets. Illustrative example; the shop is made up.',
    link: { to: '/case-studies/shopeasy', label: 'A student price without a name' },
  },
]

const talkToUs = contactAbout('Product Demo')

/** Business: proof requests against stored copies, solutions, industries and case studies. */
export function BusinessPage() {
  return (
    <>
      <Hero
        title="Check what matters. Keep nothing else."
        lead="Every passport scan in your files is a promise to guard it. Ask for a proof instead: an answer to exactly your question, checked in seconds, with nothing left over to lose."
        actions={{ 'Talk to us': talkToUs, 'See what a pilot is': '/pilot-project' }}
        image={{
          src: backOffice,
          alt: 'A cabinet overflows with copies of papers; beside it a woman works at a clear desk, with one tick on her screen.',
          height: 560,
        }}
      />
      <Drawer />
      <Solutions />
      <Industries />
      <Fit />
      <TwoFamilies tone="sand" />
      <Section
        id="case-studies"
        tone="night"
        title="Case studies"
        lead={
          <>
            Both are illustrative examples: made-up places with real proofs. So is a hospital, with{' '}
            <TextLink to="/hospitals">three places that ask</TextLink>.
          </>
        }
      >
        <CardGrid cards={studies} columns={2} />
      </Section>
      <CallToAction
        title="Bring us your longest form."
        text="We will go through it with you, box by box, and mark the ones a wallet can answer."
        actions={{ 'Talk to us': talkToUs, 'Be the bank’s customer': '/demo/small-business-owner' }}
      >
        <div className="mx-auto mt-10 max-w-lg text-left noscript:hidden">
          <p className="mb-2 text-small font-semibold">Show it to a colleague</p>
          <CopyLink label="Link to this site" />
        </div>
      </CallToAction>
    </>
  )
}

/** Two to one, cut from a larger picture; `crop` gives its extra width and its offset to the left and up. */
function StudyPicture({ src, width, height, crop }: { src: string; width: number; height: number; crop: string }) {
  return (
    <div className="aspect-2/1 w-full overflow-hidden rounded-2xl">
      <img src={src} alt="" width={width} height={height} loading="lazy" className={`h-auto max-w-none ${crop}`} />
    </div>
  )
}

const fits = [
  'Your system talks to an HTTP interface: invite, offer, ask, revoke. A live message tells it when something has happened.',
  'It speaks to both families of wallets: DIDComm with AnonCreds, and OpenID4VC with SD-JWT VC. Other makers’ software can check what you issue.',
  'Your customers need no app of yours. A wallet opens in the browser; which apps may work too, and what was tried with each, is listed.',
  'You can see all of it work before you talk to us, and try to cheat it. Neither needs an account.',
] as const

const limits = [
  'It proves that a wallet holds the credential. It doesn’t see whose hand the wallet is in; if that matters, ask for the photo.',
  'A signature says who wrote a detail and that nobody changed it. If the issuer got it wrong, it stays wrong until it is reissued.',
  'It doesn’t replace what your regulator tells you to keep. It lets you keep that, and only that.',
  'Nothing can be asked until an issuer has signed a card. Often the best place to begin is a card of your own.',
] as const

/** The product's benefits for an organisation, beside its honest limits. */
function Fit() {
  return (
    <Section title="What fits, and what it won’t do for you">
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-2">
        <IconList title="It fits beside what you run" items={fits} icon="tick" />
        <IconList title="It isn’t magic" items={limits} icon="info" />
      </div>
      <p className="measure mt-10 text-mute">
        Setting up takes two to four weeks: <TextLink to="/pilot-project">what a pilot is</TextLink>. Your developers
        can read the <TextLink to={apiDocsPath}>reference of the interface</TextLink> and{' '}
        <TextLink to="/how-it-works">what travels at each step</TextLink>; anybody can{' '}
        <TextLink to={labPath}>try to break it in the lab</TextLink>.
      </p>
    </Section>
  )
}

const industries: Record<string, { asks: string; spares: string; more?: string }> = {
  'Financial services': {
    asks: 'Who is this, are they 18 or over, and is the document still valid?',
    spares: 'The scanned passport',
  },
  Healthcare: {
    asks: 'Which name and date of birth belong on the file, and is the cover good today?',
    spares: 'The clipboard in the waiting room',
    more: '/hospitals',
  },
  Employment: {
    asks: 'Which job was it, and did it last two years or more?',
    spares: 'The call to a referee, and the payslips',
  },
  'Shops and online retail': {
    asks: 'Is there a valid student card?',
    spares: 'The photograph of both its sides',
  },
  Education: {
    asks: 'Did this school issue the certificate, and does it still stand?',
    spares: 'The stamped copy of a stamped copy',
  },
  'Markets and cooperatives': {
    asks: 'Does the stall sell enough, and is it more than a year on the register?',
    spares: 'The account book',
  },
}

/** Six fields, each with its question and the paper that it replaces. */
function Industries() {
  return (
    <Section
      id="industries"
      tone="sand"
      title="A question for every counter"
      lead="Six fields, and the one question that could replace a copy in each."
    >
      <ul className="grid gap-px overflow-hidden rounded-panel border border-line bg-line sm:grid-cols-2 lg:grid-cols-3">
        {Object.entries(industries).map(([name, { asks, spares, more }]) => (
          <li key={name} className="row-span-3 grid grid-rows-subgrid gap-y-0 bg-paper p-[clamp(20px,2.4vw,32px)]">
            <h3 className="font-sans text-small font-semibold text-forest">
              {more ? <TextLink to={more}>{name}</TextLink> : name}
            </h3>
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
