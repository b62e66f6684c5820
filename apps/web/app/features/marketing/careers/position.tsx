import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { type JobListing, shownLines } from './job-listings.ts'

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
