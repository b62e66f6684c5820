import { Button } from '../../../ui/button.tsx'
import { CallToAction } from '../blocks/call-to-action.tsx'
import { Hero } from '../blocks/hero.tsx'
import { Section } from '../blocks/section.tsx'
import { roles } from '../team/roles.ts'
import { Values } from './values.tsx'

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
          {roles
            .filter(({ leads }) => leads)
            .map(({ name, work }) => (
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
