import { contactAbout } from '@lastmile/contracts/contact'
import { labPath } from '@lastmile/contracts/site'
import type { Faq } from '../../../metadata/structured-data.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { CallToAction } from '../blocks/call-to-action.tsx'
import { Hero } from '../blocks/hero.tsx'
import { NumberedPath } from '../blocks/numbered-path.tsx'
import { Questions } from '../blocks/questions.tsx'
import { Section } from '../blocks/section.tsx'
import { TextLink } from '../blocks/text-link.tsx'
import ministryHall from './ministry-hall.svg'
import { ThreeOffices } from './three-offices.tsx'

/** Questions of public offices; the same list is the page's structured data. */
export const governmentQuestions: Faq = {
  'Does the office that issued a record see where it is used?':
    'No. The citizen’s wallet answers the office that asks, and the issuer takes no part. It publishes its keys and a list of revoked records that is the same for everybody and names nobody.',
  'What if somebody loses the phone?':
    'The office revokes the records on it and issues new ones to the new phone, after the same check as the first time. Records of other offices are revoked by those offices.',
  'What about people without a smartphone?':
    'They keep the paper and the window. A credential is a second door, never the only one, and we would advise against any service that closes the first.',
  'Does a check work without a network?':
    'The wallet and the office that asks have to reach each other; showing a card nearby without any network isn’t there yet. Neither has to reach the office that signed: take it off the network in the lab, and see.',
  'Which government uses it?':
    'None. This page says what the product can do; the people, offices and records on it are made up.',
}

const beginnings = {
  'One record': 'Take the paper that people are sent home for most often, and the office that signs it anyway.',
  'Two windows': 'Find one other office that asks for it every day. Write down the shortest question that would do.',
  'A small circle': 'Offer it to those who want it, beside the paper. Sit with them, watch, and mend what confuses.',
  'An open look': 'Publish what is asked, by whom and why. Let others check the keys, the lists and the code.',
}

/** Government: one citizen, one credential, three offices. */
export function GovernmentPage() {
  return (
    <>
      <Hero
        title="Public records that people can carry"
        lead="One office knows the fact and signs it. The citizen carries it. Any other office can check it in seconds, with no certified copy, no second queue and no central file of who went where."
        actions={{ 'Talk to us': contactAbout('Partnership'), 'See what a pilot is': '/pilot-project' }}
      />
      <ThreeOffices picture={ministryHall} />
      <Principles />
      <Section
        id="wallets"
        title="Which wallets, and how you can check"
        lead="DIDComm with AnonCreds, the more private family, and OpenID4VC with SD-JWT VC, which the EU specifies for its wallets beside mdoc (ISO/IEC 18013-5). Mdoc isn’t there yet."
        beside={
          <ul className="divide-y divide-line border-y border-line">
            {checks.map(([words, to]) => (
              <li key={to} className="py-4">
                <TextLink to={to}>{words}</TextLink>
              </li>
            ))}
          </ul>
        }
      />
      <Section tone="sand" title="Begin with one paper, not with a programme">
        <NumberedPath steps={beginnings} />
      </Section>
      <Section title="What an office may want to know first" beside={<Questions questions={governmentQuestions} />} />
      <CallToAction
        title="Which paper sends people home?"
        text="Tell us which, and we will sketch the shortest question that could take its place."
        actions={{ 'Talk to us': contactAbout('Partnership'), 'See what a pilot is': '/pilot-project' }}
      />
    </>
  )
}

const checks = [
  ['What was tried and measured', '/pilot-project#wallets'],
  ['Take the registry away', `${labPath}/registry`],
  ['Try to tell who was where', `${labPath}/compare`],
  ['What is stored, and who holds the keys', '/pilot-project#keys'],
] as const

const principles: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'copy',
    title: 'Nothing behind a curtain',
    text: 'Published standards, of both families of wallets. A state can have it all audited, and is bound to no supplier.',
  },
  {
    icon: 'lock',
    title: 'Only what the errand needs',
    text: 'A request names its details, and the citizen reads them before answering. “Five or more” can be proved; how many there are is nobody’s business.',
  },
  {
    icon: 'shield',
    title: 'No record of use',
    text: 'Checking needs the issuer’s published keys and lists, not a call to the issuer. No central place sees every visit to every window.',
  },
  {
    icon: 'retry',
    title: 'Mistakes can be undone',
    text: 'A record that is wrong, stolen or out of date is revoked, and a check that asks for its standing refuses it. The right one is issued in its place.',
  },
]

function Principles() {
  return (
    <Section tone="night" title="Four things to insist on, with us or with anybody">
      <ul className="grid gap-x-14 gap-y-10 md:grid-cols-2">
        {principles.map(({ icon, title, text }) => (
          <li key={title} className="grid grid-cols-[48px_1fr] gap-5">
            <span className="grid size-12 place-items-center rounded-2xl bg-[#f0a23b] text-[#0e1b16]">
              <Icon name={icon} size={24} />
            </span>
            <div>
              <h3 className="text-heading">{title}</h3>
              <p className="mt-3 opacity-85">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
