import { contactAbout } from '@lastmile/contracts/contact'
import { apiDocsPath, labPath, sourceDocument } from '@lastmile/contracts/site'
import type { ReactNode } from 'react'
import { CallToAction } from '../blocks/call-to-action.tsx'
import { Hero } from '../blocks/hero.tsx'
import { IconList } from '../blocks/icon-list.tsx'
import { NumberedPath } from '../blocks/numbered-path.tsx'
import { Section } from '../blocks/section.tsx'
import { TextLink } from '../blocks/text-link.tsx'
import { TwoFamilies } from '../blocks/two-families.tsx'
import { measured } from './measured.ts'

const weeks = {
  'Pick one question':
    'One card that you or a partner of yours sign, and one counter that asks. We write the question down with you, as short as it gets.',
  'Make it yours':
    'Your cards, counters and words go into a copy of this site. They are data: a character of yours can be played before any code is written.',
  'Connect one system':
    'Yours calls an HTTP interface to offer, ask and revoke, and is told when something happened. Or nothing is connected, and the pilot stays a rehearsal.',
  'Try it with your own people':
    'They play it, cheat it and time it, before any customer sees it. What they trip over is written down, and you decide.',
} as const

const yours = [
  'A running copy with your cards, counters and words, at an address of yours',
  'The question of each counter, word for word, with what it shows, proves and leaves out, by either family of wallets',
  'Its source under the Apache License 2.0, the reference of its interface, and instructions for running it',
  'The notes of the rehearsal: what worked, what was refused and why, and what stands between it and your customers',
] as const

const keys = {
  'What signs the cards':
    'The issuer’s keys are made by the first start, on the server that runs the pilot, and lie in its database, encrypted. On your server they are in your hands alone.',
  'What opens the database':
    'One secret, in a file that only the service can read, or from your own store of secrets. It can be changed with one command. A hardware module (HSM) is not supported.',
  'What a person holds':
    'A wallet makes its own keys and keeps them. No copy is on the server, so nothing there can answer in a person’s place.',
  'If the keys are lost':
    'Cards that are out can’t be revoked any more, so there is a command that backs up a running server, and the secret is kept apart from the copy.',
} as const

const kept: readonly [what: string, howLong: string][] = [
  ['What a card says, on its way to a wallet', 'until it has arrived, at most 24 hours after the last activity'],
  ['What a person showed in a proof', 'at most an hour after the proof'],
  ['An invitation that no wallet took', '24 hours'],
  ['That an exchange took place, without any detail of it', 'at most 400 days, or fewer, as you set it'],
  ['Revoked cards', 'published as numbers that name nobody'],
  ['Network addresses of visitors', 'in no log'],
]

const limits = [
  'Mdoc and ISO/IEC 18013-5, showing a card nearby without a network, and the Digital Credentials API. OpenID4VC issues by a code that you hand over; signing in at the issuer first isn’t there.',
  'Phones: no wallet app was tried on one by us yet. Wallets that list whom they trust may show your site as unknown until you are on their list.',
  'Who a person is. It carries what an issuer has checked; it doesn’t check a passport or a face.',
  'Accounts and roles for your staff, and high-value or legally binding use. A pilot is for learning: a bank, for example, tries it beside its usual checks, for accounts with low limits.',
] as const

/** A pilot: its steps, results, keys, data, hosting, standards and limits. */
export function PilotPage() {
  return (
    <>
      <Hero
        split
        kicker="For organisations"
        title="What a pilot is"
        lead="Two to four weeks, one card, one counter. You end up with something that runs, and know whether it is worth more."
        actions={{ 'Ask about a pilot': contactAbout('Product Demo', 'pilot'), 'What it leaves out': '#limits' }}
      >
        <p className="mt-5 max-w-[34em] text-mute">
          No price stands here, because it depends on what has to be connected.{' '}
          <TextLink to={contactAbout('Pricing')}>Ask for one</TextLink>. Nobody has done a pilot with us yet, so there
          are no names to show either.
        </p>
      </Hero>
      <Section id="weeks" tone="sand" title="Four steps in two to four weeks">
        <NumberedPath steps={weeks} />
      </Section>
      <Section
        id="yours"
        title="What is yours at the end"
        beside={<IconList title="Four things that you keep" items={yours} icon="tick" />}
      >
        <p className="measure text-mute">
          Look before you ask: the <TextLink to={apiDocsPath}>reference of the interface</TextLink>, the{' '}
          <TextLink to={labPath}>lab, where you try to break it</TextLink>, and{' '}
          <TextLink to={sourceDocument('security')}>what was attacked, and what came of it</TextLink>.
        </p>
      </Section>
      <Section id="keys" tone="night" title="Who holds which keys">
        <Facts facts={Object.entries(keys)} />
      </Section>
      <Section
        id="data"
        title="Data, and the law"
        lead="What the software does by itself. It is no legal advice, and it doesn’t make you compliant."
      >
        <Facts facts={kept} />
        <p className="measure mt-8 text-mute">
          That helps with duties that the Nigeria Data Protection Act and the GDPR have in common: to ask for no more
          than is needed, to keep it no longer, to protect it. The purpose, the legal basis, the impact assessment and
          what your own systems store of an answer stay yours, and so do people’s requests to see and delete it. The{' '}
          <TextLink to="/privacy">privacy policy</TextLink> of this site is written about the same software.
        </p>
      </Section>
      <Section
        id="hosting"
        tone="sand"
        title="Where it runs"
        lead="On a machine of yours, or one that you rent in the country your law asks for. It calls no service of ours."
        beside={
          <p className="measure text-mute">
            One program on Linux with Node.js, one port, one folder of data; for more, several servers on one
            PostgreSQL. Wallets have to reach it over https under a name that stays.{' '}
            <TextLink to={sourceDocument('operating')}>How it is operated, backed up and watched</TextLink>, with what
            of it was tried and what was not.
          </p>
        }
      />
      <TwoFamilies isFull>
        <p>
          Wallet apps are listed in the <TextLink to="/landing">showcase</TextLink>, each with what was tried with it.
          What is not there yet is listed <TextLink to="#limits">below</TextLink>.
        </p>
      </TwoFamilies>
      <Section
        id="measured"
        tone="sand"
        title="What was measured"
        lead={
          <>
            In November 2026, on two cores. Figures come from the project’s own{' '}
            <TextLink to={sourceDocument('quality')}>list of measurements</TextLink>, which also names the targets that
            were missed.
          </>
        }
      >
        <Facts facts={measured} />
      </Section>
      <Section
        id="limits"
        title="What it leaves out"
        beside={<IconList title="Not in a pilot, or not in the software yet" items={limits} icon="info" />}
      />
      <CallToAction
        title="Which counter would you begin with?"
        text="Tell us the question that is asked there most often. We answer with the shortest form of it."
        actions={{ 'Ask about a pilot': contactAbout('Product Demo', 'pilot'), 'Try to break it': labPath }}
      />
    </>
  )
}

/** Facts by their names, a line each. */
function Facts({ facts }: { facts: readonly (readonly [name: string, fact: ReactNode])[] }) {
  return (
    <dl className="divide-y divide-line border-y border-line">
      {facts.map(([name, fact]) => (
        <div key={name} className="grid gap-x-10 gap-y-1 py-4 md:grid-cols-[1fr_1.6fr]">
          <dt className="font-semibold">{name}</dt>
          <dd className="measure text-pretty opacity-85">{fact}</dd>
        </div>
      ))}
    </dl>
  )
}
