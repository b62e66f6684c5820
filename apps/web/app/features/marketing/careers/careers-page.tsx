import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Hero } from '../blocks/hero.tsx'
import { Note } from '../blocks/note.tsx'
import { Section } from '../blocks/section.tsx'
import { type JobListing, jobListings, shownLines } from './job-listings.ts'

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

/** One open position: its facts beside the tasks, requirements and benefits. */
export function Position({ job }: { job: JobListing }) {
  const facts = [
    { term: 'Location', value: job.location },
    { term: 'Type', value: job.type },
    { term: 'Experience', value: job.experience },
  ]
  return (
    <article
      id={job.id}
      aria-labelledby={`${job.id}-title`}
      className="overflow-clip rounded-panel border border-line lg:grid lg:grid-cols-[19rem_1fr]"
    >
      <div className="bg-leaf-soft">
        <div className="p-[clamp(20px,2.4vw,32px)] lg:sticky lg:top-20 low:static">
          {job.isExample ? (
            <p className="inline-block rounded-full bg-amber-soft px-3 py-1 text-tiny font-semibold">
              Example position
            </p>
          ) : null}
          <h3 id={`${job.id}-title`} className="mt-4 text-title">
            {job.title}
          </h3>
          <p className="mt-1 font-semibold text-forest">{job.department}</p>
          <dl className="mt-6 grid gap-4 text-small sm:grid-cols-3 lg:grid-cols-1">
            {facts.map(({ term, value }) => (
              <div key={term}>
                <dt className="text-mute">{term}</dt>
                <dd className="font-semibold">{value}</dd>
              </div>
            ))}
          </dl>
          <Button to="/contact" className="mt-7">
            Apply Now
            <span className="sr-only"> for {job.title}</span>
          </Button>
        </div>
      </div>
      <div className="p-[clamp(20px,2.4vw,32px)]">
        <p className="measure text-lead">{job.description}</p>
        <div className="mt-7 grid gap-x-10 gap-y-7 md:grid-cols-2">
          <Lines title="What you would do" lines={job.responsibilities.slice(0, shownLines)} />
          <Lines title="What you bring" lines={job.requirements} />
        </div>
        <div className="mt-7 border-t border-line pt-7">
          <Lines title="What you get" lines={job.benefits.slice(0, shownLines)} columns />
        </div>
      </div>
    </article>
  )
}

function Lines({ title, lines, columns = false }: { title: string; lines: readonly string[]; columns?: boolean }) {
  return (
    <section>
      <h4 className="font-semibold">{title}</h4>
      <ul className={`mt-3 text-small text-pretty *:not-first:mt-2.5 ${columns ? 'gap-x-10 md:columns-2' : ''}`}>
        {lines.map((line) => (
          <li key={line} className="flex break-inside-avoid items-start gap-2.5">
            <Icon name="tick" size={18} className="mt-0.5 text-forest" />
            {line}
          </li>
        ))}
      </ul>
    </section>
  )
}
