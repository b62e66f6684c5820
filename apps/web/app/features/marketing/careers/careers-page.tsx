import { Button } from '../../../ui/button.tsx'
import { Hero } from '../blocks/hero.tsx'
import { Note } from '../blocks/note.tsx'
import { Section } from '../blocks/section.tsx'
import { jobListings } from './job-listings.ts'
import { Position } from './position.tsx'

const reasons = {
  'It ends in somebody’s hand':
    'A student at a till, a trader at a bank counter: what you build on Monday is what they hold on Friday. You can stand beside them and watch.',
  'Hard sums, short code':
    'Proofs that show nothing, lists that forget nobody, keys that may one day change. Behind them the shortest code that does it, because somebody has to read it.',
  'Open by habit':
    'We build on AnonCreds, DIDComm and did:webvh, which belong to everyone. What you learn here you can take anywhere.',
}

/** Reasons to work here, open positions, and the contact. */
export function CareersPage() {
  return (
    <>
      <Hero
        title="Join Our Team"
        lead="Help people carry their own proof. The work runs from a button on a small phone to the mathematics behind a signature, and you will be asked to explain both."
        actions={{ 'See the open positions': '#positions', 'Meet the team': '/team' }}
        image={{ src: '/illustrations/workshop.svg', height: 480, framed: true }}
      />
      <Section tone="night" title="Why work with us">
        <ul className="grid gap-x-10 gap-y-9 lg:grid-cols-3">
          {Object.entries(reasons).map(([title, text]) => (
            <li key={title}>
              <div aria-hidden="true" className="dotted-path text-amber" />
              <h3 className="mt-5 text-heading">{title}</h3>
              <p className="mt-3 opacity-80">{text}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section id="positions" title="Open positions">
        {jobListings.some(({ isExample }) => isExample) ? (
          <Note>
            These are example positions, part of a showcase. They say whom a team like this would look for; nobody is
            being hired through them. Apply Now leads to our contact page, where a real question gets a real answer.
          </Note>
        ) : null}
        <div className="mt-8 grid gap-7">
          {jobListings.map((job) => (
            <Position key={job.id} job={job} />
          ))}
        </div>
      </Section>
      <Section tone="sand" title="Neither of them is you?">
        <div className="items-center gap-10 rounded-panel border border-line bg-paper p-[clamp(20px,2.4vw,40px)] text-ink sm:flex">
          <div className="flex-1">
            <h3 className="text-heading">Write anyway</h3>
            <p className="measure mt-2 text-mute">
              Tell us what you do well and what you would mend here. A paragraph is plenty. Leave out your age, your
              photograph and your state of origin: we do not need to know.
            </p>
          </div>
          <Button to="/contact" className="shrink-0 max-sm:mt-6">
            Get in Touch
          </Button>
        </div>
      </Section>
    </>
  )
}
