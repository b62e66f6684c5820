import { labPath } from '@lastmile/contracts/site'
import { Icon } from '../../../ui/icon.tsx'
import { CallToAction } from '../blocks/call-to-action.tsx'
import { Hero } from '../blocks/hero.tsx'
import { Section } from '../blocks/section.tsx'
import { StreetPicture } from '../blocks/street-picture.tsx'
import { Anatomy } from './anatomy.tsx'
import { Misunderstandings } from './misunderstandings.tsx'

const times = [
  { time: 'One minute', what: 'What is in a credential', to: '#anatomy' },
  { time: 'Five minutes', what: 'Receive one and use it', to: '/demo' },
  { time: 'Ten minutes', what: 'How it works, step by step', to: '/how-it-works' },
  { time: 'An evening', what: 'The specifications themselves', to: '#read-on' },
] as const

const readings = [
  {
    name: 'AnonCreds',
    what: 'The credentials that the demo begins with: selective disclosure, predicates, revocation.',
    href: 'https://www.lfdecentralizedtrust.org/projects/anoncreds',
  },
  {
    name: 'DIDComm',
    what: 'How wallets, issuers and verifiers write to each other in private.',
    href: 'https://didcomm.org',
  },
  {
    name: 'did:webvh',
    what: 'How an issuer publishes who it is, with its whole history.',
    href: 'https://didwebvh.info',
  },
  {
    name: 'OpenID4VCI 1.0',
    what: 'How wallets of the other family receive a credential.',
    href: 'https://openid.net/specs/openid-4-verifiable-credential-issuance-1_0.html',
  },
  {
    name: 'OpenID4VP 1.0',
    what: 'How they are asked for one, and how they answer.',
    href: 'https://openid.net/specs/openid-4-verifiable-presentations-1_0.html',
  },
  {
    name: 'SD-JWT VC',
    what: 'The credentials of that family: each detail covered by itself, and shown one by one.',
    href: 'https://datatracker.ietf.org/doc/draft-ietf-oauth-sd-jwt-vc/',
  },
  {
    name: 'HAIP 1.0',
    what: 'The strict way to ask, which our verifier follows.',
    href: 'https://openid.net/specs/openid4vc-high-assurance-interoperability-profile-1_0.html',
  },
  {
    name: 'Verifiable Credentials Data\u00a0Model',
    what: 'The W3C’s view of the same three: issuer, holder, verifier.',
    href: 'https://www.w3.org/TR/vc-data-model-2.0/',
  },
] as const

/** A reader's guide: verifiable credentials, their limits and their terms. */
export function LearnMorePage() {
  return (
    <>
      <Hero
        kicker="Learn more"
        title="Verifiable credentials, in plain words"
        lead="A credential is a paper that was signed so that anybody can check it and only you can use it. How far do you want to go in?"
      >
        <ul className="mt-10 grid overflow-hidden rounded-panel border border-line sm:grid-cols-2 lg:grid-cols-4">
          {times.map(({ time, what, to }) => (
            <li key={time} className="-mt-px -ml-px border-t border-l border-line">
              <a href={to} className="group flex h-full flex-col p-6 hover:bg-sand focus-visible:-outline-offset-4">
                <span className="font-display text-[1.25rem] leading-tight font-semibold">{time}</span>
                <span className="my-3 flex items-center gap-2">
                  <span aria-hidden="true" className="dotted-path flex-1 text-amber" />
                  <Icon name={to.startsWith('#') ? 'down' : 'next'} size={18} className="text-forest" />
                </span>
                <span className="text-mute underline decoration-edge underline-offset-4 group-hover:decoration-current">
                  {what}
                </span>
              </a>
            </li>
          ))}
        </ul>
      </Hero>
      <Anatomy />
      <Section title="Four things that it is not">
        <Misunderstandings />
      </Section>
      <Section
        tone="sand"
        title="Words you will meet"
        lead="Each in a sentence or two. The demo uses as few of them as it can."
      >
        <Glossary />
      </Section>
      <Section id="read-on" tone="night" title="Read on where it is written">
        <ul className="grid gap-x-14 md:grid-cols-2">
          {readings.map(({ name, what, href }) => (
            <li key={name} className="border-t border-on-night/20">
              <a href={href} rel="noopener" className="group block py-5">
                <span className="font-display text-[1.25rem] leading-tight font-semibold underline decoration-1 underline-offset-4 group-hover:decoration-2">
                  {name}
                </span>
                <span className="mt-1.5 block opacity-80">{what}</span>
              </a>
            </li>
          ))}
        </ul>
      </Section>
      <CallToAction
        title="Reading is one way."
        text="Holding one is the other. Pick a character, and see what a verifier gets to know."
        actions={{ 'Pick a character': '/demo', 'Try to break it': labPath }}
        picture={<StreetPicture />}
      />
    </>
  )
}

const words = {
  Attribute: 'One detail of a credential: a name and a value, such as the expiry date.',
  Connection: 'A private channel between your wallet and somebody else, with keys made for the two of you alone.',
  Credential: 'Details about somebody, signed by an issuer and kept by the holder.',
  'Credential definition':
    'The form of one kind of credential together with the keys it is signed with. Published; holds nobody’s values.',
  DID: 'An identity that proves itself with keys and needs no register that hands it out. Issuers here use did:webvh, which lives at a web address.',
  Holder: 'The person who keeps a credential and decides about its use. Mostly you.',
  Invitation: 'What is inside a link or a code: where to reach somebody and with which keys.',
  Issuer: 'An organization that knows something about you and signs it: a college, a registry, an employer.',
  OpenID4VC: 'How the other family of wallets speaks: without a connection, one question and one answer at a time.',
  'Out-of-band request': 'A question that is inside the code itself, so that it needs no connection first.',
  Predicate: 'A question about a number that has only a yes in it: at least 18, not before today.',
  Presentation: 'Your wallet’s answer to a request: the details you show and proofs for the rest.',
  Revocation: 'An issuer takes a credential back. From then on you can’t prove that it still counts.',
  'SD-JWT VC': 'A credential in which each detail is shown or left covered.',
  'Selective disclosure': 'Showing some details of a signed paper and not the others, and still being believed.',
  'Self-sovereign identity':
    'What others have signed about you is in your hands: you keep it, you decide who sees which detail, and no company in the middle holds an account for it.',
  Verifier: 'An organization that asks for proof and checks the answer: a shop, a bank, a clinic.',
}

/** The field's terms, each in a sentence or two. */
function Glossary() {
  return (
    <dl className="gap-x-14 md:columns-2">
      {Object.entries(words).map(([word, meaning]) => (
        <div key={word} className="break-inside-avoid border-t border-line py-4">
          <dt className="font-display text-[1.25rem] leading-tight font-semibold">{word}</dt>
          <dd className="measure mt-1.5 text-pretty text-mute">{meaning}</dd>
        </div>
      ))}
    </dl>
  )
}
