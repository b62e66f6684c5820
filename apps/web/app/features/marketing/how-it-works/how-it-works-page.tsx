import { labPath } from '@lastmile/contracts/site'
import type { Faq } from '../../../metadata/structured-data.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { CallToAction } from '../blocks/call-to-action.tsx'
import { Hero } from '../blocks/hero.tsx'
import { Questions } from '../blocks/questions.tsx'
import { Section } from '../blocks/section.tsx'
import { TextLink } from '../blocks/text-link.tsx'
import { TwoFamilies } from '../blocks/two-families.tsx'
import { Predicate } from './predicate.tsx'
import { Revocation } from './revocation.tsx'
import { Trio } from './trio.tsx'

export const howItWorksQuestions: Faq = {
  'Can two shops compare notes about me?':
    'Not from proofs as this page tells of them. Each is made afresh, and two of them have nothing in common but the kind of card and the list that it stands in, which you share with everybody who holds one of the same batch. Each connection has keys of its own, too. But what you choose to show can be compared: a name that you showed to both is the same name. With SD-JWT, the other technology of the demo, your wallet shows each shop a copy of its own; shops can’t join those, but their issuer can.',
  'Is there a blockchain?':
    'No. An issuer publishes its identity as a did:webvh, a signed log at a web address that anybody can read and check for tampering. Its keys, the form of its credentials and the list of revoked ones are published beside it. Your credentials are never published anywhere.',
  'What if I lose my phone, or my browser’s data?':
    'Your credentials were there, and we keep no copy. Ask each issuer to revoke the old one and sign a new one. The web wallet can be saved as an encrypted file and opened elsewhere; whether a wallet app can be backed up, and how, depends on the app.',
  'Does a credential prove that what it says is true?':
    'It proves who said it and that nobody has changed a letter since. Whether you believe that issuer is up to you, as it is with paper.',
  'Which wallet do I need?':
    'None that you have to install: the web wallet opens in your browser. Others work too if they hold AnonCreds, speak DIDComm and can look up a did:webvh, as this page tells, or if they hold SD-JWT and speak OpenID4VC. The demo lists some, made by different organisations, and says what was tried with each. We have no app of our own in the stores.',
  'What does this showcase simplify?':
    'One server plays every issuer and every verifier, its issuers share one published identity, and the people and places are made up. By DIDComm your wallet still has a separate connection to each of them, and the signatures, proofs and revocations are real. Our record of what a credential says is deleted when the handover is finished, at the latest 24 hours after the last activity.',
}

/** Explains verifiable credentials by one errand, and what each party learns at each step. */
export function HowItWorksPage() {
  return (
    <>
      <Hero
        title="Three take part. You stand in the middle."
        lead="Somebody signs what they know about you. You keep it. Somebody else asks, and you answer. Here is one errand from beginning to end: you buy a notebook at the student price."
      >
        <Trio />
      </Hero>
      <Section tone="sand" title="One errand, and who learns what">
        <Errand />
      </Section>
      <Section
        title="What travels, and what doesn’t"
        lead="The card crosses one connection, once. Across the other goes a proof. It is not a picture of the card with parts painted over, and it can’t be turned back into one. So it is with AnonCreds, which the demo begins with."
      >
        <Travels />
      </Section>
      <TwoFamilies tone="sand">
        <p>
          This errand by OpenID4VC: no connection is made, your wallet has only the names of the card’s details until
          you accept it, a copy of the card is sent with what isn’t asked for covered on it, the shop sees the expiry
          date, and it looks up by itself whether the card was revoked. You can choose in the demo, and{' '}
          <TextLink to={`${labPath}/compare`}>compare the two in the lab</TextLink>.{' '}
          <TextLink to="/pilot-project#wallets">What was tried with which software</TextLink>
        </p>
      </TwoFamilies>
      <Predicate />
      <Revocation />
      <Section title="Good questions" beside={<Questions questions={howItWorksQuestions} />} />
      <CallToAction
        title="Now send one yourself."
        text="Be Amina for five minutes: accept her card in your own wallet and take the notebook home."
        actions={{ 'Be Amina': '/demo/student', 'Try to cheat': `${labPath}/cheat` }}
      />
    </>
  )
}

const steps = [
  {
    title: 'You connect',
    text: 'You take the invitation on the college’s page. Your wallet and the college each make a pair of keys for this one connection, and from then on only the two of them can read what they send each other.',
    college: 'where to send your card',
    shop: 'nothing',
  },
  {
    title: 'The college signs',
    text: 'It writes down eight details, your name, your birthday and the expiry date among them, and signs them. Your wallet lets you read every detail before you accept, and binds the card to a secret of its own that never leaves it. So a copy of the card is no use to anybody else.',
    college: 'that you accepted',
    shop: 'nothing',
  },
  {
    title: 'You keep it',
    text: 'The card now lives in your wallet. You can read it, use it or throw it away. The college has done its part.',
    college: 'nothing more',
    shop: 'nothing',
  },
  {
    title: 'ShopEasy asks',
    text: 'Its request names a card and a question: is the expiry date today or later, and has the college not revoked it? Your wallet puts that before you, detail by detail. You may say no.',
    college: 'nothing',
    shop: 'nothing, unless you agree',
  },
  {
    title: 'Your wallet proves it',
    text: 'It doesn’t send the card. It works out a fresh proof that you hold one with the college’s signature and that the answer is yes. ShopEasy checks the proof, which takes seconds, and lowers the price.',
    college: 'nothing',
    shop: 'yes: a student card, valid today',
  },
] as const

/** The student's first use case of the demo; each step lists what the other two learn. */
function Errand() {
  return (
    <ol>
      {steps.map(({ title, text, college, shop }, index) => (
        <li key={title} className="grid grid-cols-[44px_1fr] gap-x-5 md:gap-x-8">
          <div className="flex flex-col items-center gap-3" aria-hidden="true">
            <span className="grid size-11 shrink-0 place-items-center rounded-full bg-forest font-display text-[1.125rem] font-semibold text-on-forest">
              {index + 1}
            </span>
            {index < steps.length - 1 ? <span className="dotted-path-down flex-1 text-amber" /> : null}
          </div>
          <div className="grid gap-x-12 gap-y-4 pb-10 lg:grid-cols-[1.3fr_1fr]">
            <div>
              <h3 className="pt-1.5 text-heading">{title}</h3>
              <p className="mt-3 measure text-mute">{text}</p>
            </div>
            <dl className="self-start rounded-card border border-line bg-paper px-5 py-1.5 text-small">
              <Learns who="The college learns" what={college} />
              <Learns who="ShopEasy learns" what={shop} />
            </dl>
          </div>
        </li>
      ))}
    </ol>
  )
}

function Learns({ who, what }: { who: string; what: string }) {
  return (
    <div className="grid gap-x-4 py-2 not-first:border-t not-first:border-line sm:grid-cols-[10rem_1fr]">
      <dt className="text-mute">{who}</dt>
      <dd className={what.startsWith('nothing') ? 'text-mute' : 'font-semibold'}>{what}</dd>
    </div>
  )
}

type Way = 'sent' | 'proved' | 'kept'

const rows: readonly { what: string; toWallet: [Way, string]; toShop: [Way, string] }[] = [
  { what: 'Your name and photo', toWallet: ['sent', 'sent, once'], toShop: ['kept', 'not sent'] },
  { what: 'Birthday, number, programme', toWallet: ['sent', 'sent, once'], toShop: ['kept', 'not sent'] },
  { what: 'The expiry date', toWallet: ['sent', 'sent, once'], toShop: ['proved', 'proved: today or later'] },
  { what: 'The college’s signature', toWallet: ['sent', 'sent, once'], toShop: ['proved', 'proved, not sent'] },
  {
    what: 'That it was not revoked',
    toWallet: ['kept', 'not needed yet'],
    toShop: ['proved', 'proved for today'],
  },
  { what: 'Your wallet’s own secret', toWallet: ['kept', 'never leaves it'], toShop: ['kept', 'never leaves it'] },
]

const icons: Record<Way, IconName> = { sent: 'next', proved: 'shield', kept: 'lock' }

/** Line by line: the data on each of the two connections. */
function Travels() {
  return (
    <table className="w-full border-collapse text-left text-small sm:text-[1rem]">
      <thead>
        <tr className="align-bottom">
          <td />
          <th scope="col" className="px-2 pb-3 font-semibold sm:px-4">
            College to your wallet
          </th>
          <th scope="col" className="px-2 pb-3 font-semibold sm:px-4">
            Your wallet to ShopEasy
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ what, toWallet, toShop }) => (
          <tr key={what} className="border-t border-line">
            <th scope="row" className="py-3.5 pr-2 font-semibold">
              {what}
            </th>
            {[toWallet, toShop].map(([way, words], column) => (
              <td
                key={column === 0 ? 'wallet' : 'shop'}
                className={`px-2 py-3.5 sm:px-4 ${column === 1 ? 'bg-leaf-soft' : ''} ${way === 'kept' ? 'text-mute' : 'text-ink'}`}
              >
                <span className="flex items-start gap-2 max-sm:flex-col max-sm:gap-1">
                  <Icon name={icons[way]} size={18} className={`mt-1 ${way === 'kept' ? '' : 'text-forest'}`} />
                  {words}
                </span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
