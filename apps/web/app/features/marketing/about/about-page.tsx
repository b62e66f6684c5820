import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { CallToAction } from '../blocks/call-to-action.tsx'
import { Hero } from '../blocks/hero.tsx'
import { Section } from '../blocks/section.tsx'
import { leaders } from '../team/roles.ts'

/** Mission, values and leadership, shown as a record's way to its owner. */
export function AboutPage() {
  return (
    <>
      <Hero
        title="The last mile is a person"
        lead="Offices have signed, stamped and filed for generations. The record sits in a drawer, correct and out of reach, until you queue for a copy of it. We work on the distance that is left: from the drawer to your hand."
      >
        <picture>
          <source media="(max-width: 639.98px)" srcSet="/illustrations/last-mile-narrow.svg" width={640} height={420} />
          <img
            src="/illustrations/last-mile.svg"
            alt="A records office, a messenger at the start of a marked dotted path, and at its end a woman at her own door with a phone in her hand."
            width={1200}
            height={420}
            className="mt-12 h-auto w-full"
          />
        </picture>
      </Hero>
      <Mission />
      <Section
        tone="sand"
        title="Our values"
        lead="Four sentences are easily written. So each comes with a way to hold us to it."
      >
        <Values />
      </Section>
      <Section
        title="Leadership team"
        lead="Four jobs that work like this needs, and what each of them answers for. The organisation that runs this service fills them with its own people."
      >
        <p className="inline-block rounded-full bg-amber-soft px-3 py-1 text-tiny font-semibold">
          Illustrative example
        </p>
        <ul className="mt-6 grid gap-x-7 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
          {Object.entries(leaders).map(([name, work]) => (
            <li key={name}>
              <h3 className="text-heading">{name}</h3>
              <p className="mt-2 text-small text-mute">{work}</p>
            </li>
          ))}
        </ul>
        <Button to="/team" variant="ghost" className="mt-10">
          See all the roles
        </Button>
      </Section>
      <CallToAction
        title="Judge us by what works."
        text="Receive a credential, use it, refuse a request, revoke what you hold. You need a wallet and five minutes, and no account."
        actions={{ 'Try Our Demo': '/demo', 'Contact us': '/contact' }}
      />
    </>
  )
}

function Mission() {
  return (
    <section aria-labelledby="mission" className="bg-night py-[clamp(48px,7vw,104px)] text-on-night">
      <div className="wrap grid gap-x-16 gap-y-8 lg:grid-cols-[0.6fr_1.4fr]">
        <h2 id="mission" className="text-title">
          Our mission
        </h2>
        <div>
          <p className="font-display text-[clamp(1.5rem,1rem+2vw,2.5rem)] leading-tight font-semibold">
            Everyone should be able to carry proof of what is true about them, show the one detail that is needed, and
            be believed on the spot.
          </p>
          <div aria-hidden="true" className="dotted-path mt-8 max-w-[24rem] text-amber" />
          <p className="measure mt-8 text-lead opacity-80">
            The pieces exist: open standards, wallets made by many, mathematics that proves without showing. What is
            missing is that people meet them at a market stall and not in a white paper. So we built a showcase in which
            issuing, holding and checking are real, and put it where anybody can try it.
          </p>
        </div>
      </div>
    </section>
  )
}

const values = [
  {
    title: 'Ask for less',
    text: 'What never arrives can’t be lost, sold or stolen. Before we ask for a detail we ask what it is for. Where a yes or a no will do, we ask for the yes or the no.',
    proof: 'In the demo, a shop gives a student price without learning a name.',
    link: { to: '/demo', label: 'Try it' },
  },
  {
    title: 'Your no counts',
    text: 'Declining is an answer, not an error. Whatever you are asked for, you can refuse, and you are told what that means.',
    proof: 'Decline a request in your wallet. Nothing is shared, and the page asks whether to try again or leave.',
    link: { to: '/demo', label: 'Say no once' },
  },
  {
    title: 'Show the workings',
    text: 'Open standards below, plain sentences on top. A step that we can’t explain isn’t finished.',
    proof: 'Every step, who takes part and what each of them learns, on one page.',
    link: { to: '/how-it-works', label: 'See how it works' },
  },
  {
    title: 'Say what isn’t real',
    text: 'The people and places in our examples are made up, and the pages that show them say so. The signatures and the checks are real.',
    proof: 'Revoke a credential on your dashboard. Whatever needs it locks at once and says why.',
    link: { to: '/learn-more', label: 'Learn what a credential is' },
  },
] as const

/** Values, each with a way to check it. */
function Values() {
  return (
    <ol className="border-t border-line">
      {values.map((value) => (
        <li
          key={value.title}
          className="grid gap-x-12 gap-y-4 border-b border-line py-7 md:grid-cols-[0.8fr_1.2fr] lg:grid-cols-[0.8fr_1.3fr_1fr] lg:py-9"
        >
          <h3 className="text-heading md:max-lg:row-span-2">{value.title}</h3>
          <p className="text-mute">{value.text}</p>
          <div className="md:col-start-2 lg:col-start-3">
            <p className="text-small">
              <span className="font-semibold">See for yourself. </span>
              {value.proof}
            </p>
            <Button to={value.link.to} variant="quiet">
              {value.link.label}
              <Icon name="next" size={18} />
            </Button>
          </div>
        </li>
      ))}
    </ol>
  )
}
