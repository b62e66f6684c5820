import { type ContactOutcome, contactOutcomeTexts } from '@lastmile/contracts/contact'
import { Button } from '../../../ui/button.tsx'
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
      actions={
        arrived ? (
          <>
            <Button to="/">Back to Home</Button>
            <Button to="/demo" variant="ghost">
              Try Our Demo
            </Button>
          </>
        ) : (
          <Button to="/contact">Back to the form</Button>
        )
      }
      picture={
        arrived ? (
          <img
            src="/illustrations/letter-at-the-door.svg"
            alt=""
            width={640}
            height={480}
            className="h-auto w-full max-w-[36rem]"
          />
        ) : null
      }
    >
      <p className="measure mt-8 text-mute">
        {arrived
          ? 'A person will answer: to the email address you gave, or by phone if you asked for a call.'
          : 'What you wrote was not kept. Your browser’s own Back button usually still has it in the form.'}
      </p>
    </Hero>
  )
}
