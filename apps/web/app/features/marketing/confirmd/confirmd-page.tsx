import { confirmedPersonPath } from '@lastmile/contracts/site'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { CallToAction } from '../blocks/call-to-action.tsx'
import { Hero } from '../blocks/hero.tsx'
import { IconList } from '../blocks/icon-list.tsx'
import { Note } from '../blocks/note.tsx'
import { NumberedPath } from '../blocks/numbered-path.tsx'
import { Section } from '../blocks/section.tsx'
import { IdPage } from './id-page.tsx'

const asked = [
  'Family name and given names',
  'Date of birth',
  'Gender: male or female',
  'Passport or national ID, its number and its expiry date',
  'Nationality',
  'Who issued the document',
  'If you like, photos of its front and back',
] as const

const notAsked = ['An account or a password', 'An email address', 'A phone number', 'Money', 'A real document'] as const

const places: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'lock',
    title: 'Never leaves this device',
    text: 'The photos. You will see them as thumbnails while you fill in the form; they are not sent anywhere and are gone when you close the page.',
  },
  {
    icon: 'next',
    title: 'Passes through us, once',
    text: 'The nine details, because we have to write down what we sign. They stay out of addresses, logs and your browser’s storage, and our record of them is deleted when the credential has been handed over, at the latest 24 hours after the last activity.',
  },
  {
    icon: 'shield',
    title: 'Stays in your wallet',
    text: 'The credential. From then on you decide who sees which detail, and nobody asks us.',
  },
]

const steps = {
  'Fill in a form': 'Nine details, like the ones on a passport. Make them up.',
  'Connect your wallet': 'The web wallet asks you in this browser. For a wallet app, scan a code or tap a link.',
  Accept: 'Your wallet shows what was signed. You read it and take it.',
  'Use it': 'Open an account, check in at a hospital, start a job: each asks for less than the form did.',
}

/** Explains Confirmed Person and how to get it. */
export function ConfirmdPage() {
  return (
    <>
      <Hero
        kicker="Get Confirmed"
        title="Nine details that say who you are"
        lead="What a passport says, signed, in your own wallet. You may make everything up."
        actions={{ 'Get Confirmed Person': confirmedPersonPath, 'See the nine details': '#nine-details' }}
        image={{ src: '/illustrations/confirmed-person.svg', height: 480, framed: true }}
      >
        <Note>
          About five minutes, with a wallet app on your phone or the web wallet in this browser. No account and no email
          address.
        </Note>
      </Hero>
      <Section
        id="nine-details"
        tone="sand"
        title="What it says"
        lead="One credential, nine details. You show one of them instead of the whole document: few places need more than two or three."
      >
        <IdPage />
      </Section>
      <Section title="What you will be asked for">
        <div className="grid gap-x-16 gap-y-9 lg:grid-cols-[1.2fr_0.8fr]">
          <IconList title="We will ask" items={asked} icon="tick" />
          <IconList title="We won’t ask" items={notAsked} icon="cross" />
        </div>
        <p className="mt-9 max-w-[44rem] border-l-4 border-amber pl-5 text-lead">
          Make everything up. This is a showcase: we sign what you type, and nobody compares it with a register. Outside
          of it, an office that has seen your document would do this part.
        </p>
      </Section>
      <Section tone="night" title="What stays with you">
        <ul className="grid gap-x-10 gap-y-9 lg:grid-cols-3">
          {places.map(({ icon, title, text }) => (
            <li key={title}>
              <Icon name={icon} size={32} className="text-[#f5b65f]" />
              <h3 className="mt-4 text-heading">{title}</h3>
              <p className="mt-3 opacity-80">{text}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="How it goes">
        <NumberedPath steps={steps} />
      </Section>
      <CallToAction
        title="Nine details, and they’re yours."
        text="Or borrow somebody’s day first, and the papers they need for it. The signatures are just as real."
        actions={{ 'Get Confirmed Person': confirmedPersonPath, 'Try Our Demo': '/demo' }}
      />
    </>
  )
}
