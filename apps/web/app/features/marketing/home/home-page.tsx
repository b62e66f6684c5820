import { demoClearedId, labPath, walletPath } from '@lastmile/contracts/site'
import { Icon } from '../../../ui/icon.tsx'
import { ActionLinks } from '../blocks/action-links.tsx'
import { CallToAction } from '../blocks/call-to-action.tsx'
import { type Card, CardGrid } from '../blocks/card-grid.tsx'
import { NumberedPath } from '../blocks/numbered-path.tsx'
import { Section } from '../blocks/section.tsx'
import { StreetPicture } from '../blocks/street-picture.tsx'
import { TextLink } from '../blocks/text-link.tsx'
import type { CharacterShowcase } from '../landing/showcase.ts'
import { HomeHero } from './home-hero.tsx'
import { OneFactPicture, SecondsPicture, YourDevicePicture } from './reason-pictures.tsx'

const steps = {
  Receive:
    'Scan a code with the wallet on your phone, or open the one in your browser. A college, registry or employer signs your credential and sends it over a connection that only your wallet can read.',
  Hold: 'It stays in your wallet. You see every detail of it, and the issuer takes no part when you use it.',
  Prove: 'A verifier asks. Your wallet shows what would be shared and what would not, and answers only when you agree.',
}

/** The home page: what this is, why it matters, how it works, and the way into the demo. */
export function HomePage({ characters }: { characters: readonly CharacterShowcase[] }) {
  return (
    <>
      {/* For who comes from a demo that ended here: the browser shows what the address points to. */}
      <div id={demoClearedId} className="hidden scroll-mt-19 border-b border-line bg-leaf-soft target:block">
        <p className="wrap py-3 text-small">
          The demo is cleared from this browser. Cards stay in your wallet unless you took them out.{' '}
          <a href={walletPath} className="font-semibold underline decoration-1 underline-offset-4 hover:decoration-2">
            Open the web wallet
          </a>
        </p>
      </div>
      <HomeHero characters={characters} />
      <Section tone="sand" title="Why choose a digital trust wallet">
        <CardGrid cards={reasons} />
      </Section>
      <Section id="how-it-works" title="How it works">
        <NumberedPath steps={steps} />
      </Section>
      <Section
        tone="sand"
        title="For an organisation"
        lead={
          <>
            In two to four weeks you can have your own cards, and one counter of yours that asks.{' '}
            <TextLink to="/pilot-project">What a pilot is</TextLink>
          </>
        }
      >
        <div className="flex flex-wrap gap-3.5">
          <ActionLinks actions={organisations} variant="ghost" />
        </div>
      </Section>
      <Comparison />
      <Foundations />
      <CallToAction
        title="See it with your own wallet."
        text="Pick a character, accept their papers as real credentials and use them where they are asked for. It takes about five minutes."
        actions={{ 'Try Our Demo': '/demo', 'Try to break it': labPath }}
        picture={<StreetPicture />}
      />
    </>
  )
}

const reasons: readonly Card[] = [
  {
    picture: <YourDevicePicture />,
    title: 'Your data stays on your device',
    text: 'A credential lives in your wallet and nowhere else that you have to trust. Nobody can open it without your yes.',
  },
  {
    picture: <OneFactPicture />,
    title: 'One fact, not the whole paper',
    text: 'Prove that a card is valid or that you are old enough, and leave the name, the number and the date unsaid.',
  },
  {
    picture: <SecondsPicture />,
    title: 'Checked in seconds',
    text: 'No phone call, no photocopy, no stamp. The signature tells a verifier who issued it and that nobody changed it.',
  },
]

const organisations = {
  'Businesses: one question, no copies': '/business',
  'Hospitals: three places that ask': '/hospitals',
  'Governments: one record, three offices': '/government',
}

const foundations = [
  { name: 'DIDComm', what: 'private connections between wallets', href: 'https://didcomm.org' },
  {
    name: 'AnonCreds',
    what: 'credentials that prove without showing',
    href: 'https://www.lfdecentralizedtrust.org/projects/anoncreds',
  },
  { name: 'Credo', what: 'the open agent behind our DIDComm', href: 'https://credo.js.org' },
  {
    name: 'OpenID4VC',
    what: 'receiving and showing, without a connection',
    href: 'https://openid.net/sg/openid4vc/',
  },
  {
    name: 'SD-JWT VC',
    what: 'credentials that cover what isn’t asked for',
    href: 'https://datatracker.ietf.org/doc/draft-ietf-oauth-sd-jwt-vc/',
  },
  { name: 'OpenWallet Foundation', what: 'the home of open wallet software', href: 'https://openwallet.foundation' },
] as const

/** Communities and standards behind the product; none is a partner or a client. */
function Foundations() {
  return (
    <Section
      title="Built in the open"
      lead={
        <>
          Two families of wallets: DIDComm with AnonCreds, and OpenID4VC with SD-JWT VC. Both rest on what these
          communities wrote and published; none of them is a partner of ours.{' '}
          <TextLink to="/pilot-project#wallets">What was tried with which software</TextLink>
        </>
      }
    >
      <ul className="grid grid-cols-1 gap-px overflow-hidden rounded-panel border border-line bg-line sm:grid-cols-2 lg:grid-cols-3">
        {foundations.map((foundation) => (
          <li key={foundation.name} className="bg-paper">
            <a
              href={foundation.href}
              rel="noopener"
              className="flex min-h-24 flex-col justify-center px-6 py-4 transition-colors hover:bg-sand focus-visible:-outline-offset-4"
            >
              <span className="font-display text-[1.25rem] font-semibold leading-tight">{foundation.name}</span>
              <span className="mt-1 text-small text-mute">{foundation.what}</span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const onTheCard = ['Name and photo', 'Birthday', 'Student number', 'Programme', 'Issue and expiry dates'] as const

/** The same errand twice: with a photograph of the card, and with a proof. */
function Comparison() {
  return (
    <Section
      tone="night"
      title="The shop wants one answer. Why give it five?"
      lead="Amina buys a notebook at the student price. A photograph of her card hands over everything printed on it, for good. A proof answers the question and ends there."
      beside={
        <div className="grid gap-5 sm:grid-cols-2">
          <div className="rounded-panel border border-on-night/20 p-6">
            <h3 className="text-heading">A photograph</h3>
            <p className="mt-1 text-small opacity-80">The shop learns and may keep</p>
            <ul className="mt-5 grid gap-3">
              {onTheCard.map((fact) => (
                <li key={fact} className="flex items-center gap-3">
                  <span aria-hidden="true" className="size-2.5 rounded-full bg-[#f29b82] forced-color-adjust-none" />
                  {fact}
                </li>
              ))}
            </ul>
          </div>
          <div className="rounded-panel bg-[#fbfaf6] p-6 text-[#0e1b16]">
            <h3 className="text-heading">A proof</h3>
            <p className="mt-1 text-small opacity-80">The shop learns</p>
            <p className="mt-5 flex items-start gap-3 font-semibold">
              <Icon name="shield" size={24} className="text-[#0b5d45]" />
              This is a student card that Unity College signed, and it is valid today.
            </p>
            <p aria-hidden="true" className="dotted-path mt-6 text-[#f0a23b]" />
            <p className="mt-4 text-small opacity-80">Nothing to lose in a leak, because it was never sent.</p>
          </div>
        </div>
      }
    />
  )
}
