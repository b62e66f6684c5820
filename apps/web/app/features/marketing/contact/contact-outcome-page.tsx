import { type ContactOutcome, contactOutcomeTexts } from '@lastmile/contracts/contact'
import { Hero } from '../blocks/hero.tsx'

const titles: Record<ContactOutcome, string> = {
  sent: 'It has reached us.',
  kept: 'It has reached us.',
  'not-valid': 'Something is missing.',
  'too-many': 'One moment, please.',
  'not-sent': 'Your message was not sent.',
}

/** The result of a message sent without JavaScript. */
export function ContactOutcomePage({ outcome }: { outcome: ContactOutcome }) {
  const arrived = outcome === 'sent' || outcome === 'kept'
  return (
    <Hero
      title={titles[outcome]}
      lead={contactOutcomeTexts[outcome]}
      actions={arrived ? { 'Back to Home': '/', 'Try Our Demo': '/demo' } : { 'Open an empty form': '/contact' }}
      image={arrived ? { src: '/illustrations/letter-at-the-door.svg', height: 480 } : undefined}
    >
      <p className="measure mt-8 text-mute">
        {arrived
          ? 'A person will answer: to the email address you gave, or by phone if you asked for a call.'
          : 'What you wrote was not kept. Your browser’s own Back button usually still has it in the form.'}
      </p>
    </Hero>
  )
}
