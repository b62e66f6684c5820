import { CallToAction } from '../blocks/call-to-action.tsx'
import { Hero } from '../blocks/hero.tsx'
import { Note } from '../blocks/note.tsx'
import { NumberedPath } from '../blocks/numbered-path.tsx'
import { Section } from '../blocks/section.tsx'
import { roles } from './roles.ts'

const steps = {
  'Begin at the counter':
    'Who stands there, what are they asked for, and what do they have with them? A plan that cannot answer is not a plan yet.',
  'Cross details out':
    'Each detail that a request asks for has to say what it is for. If a yes or a no is enough, the detail goes.',
  'Meet other people’s software': 'We test against a wallet that we did not write. Agreeing with yourself is easy.',
  'Try to break it':
    'Cut the connection, switch the phone off, forge the answer. Then read what the screen says, and whether it helps.',
}

/** The jobs, and how the work is done. */
export function TeamPage() {
  return (
    <>
      <Hero
        title="The work, and who does it"
        lead="Issuing a credential is a promise, and so is checking one. These are the jobs that keep both, and what each of them answers for."
      >
        <Note>
          Illustrative: these are roles, not people. The organisation that runs this service fills them with its own
          people.
        </Note>
      </Hero>
      <Section tone="sand" title="Who does what">
        <ul className="grid gap-5 sm:grid-cols-2 lg:gap-7">
          {Object.entries(roles).map(([name, work]) => (
            <li key={name} className="rounded-panel border border-line bg-paper p-[clamp(16px,2vw,24px)]">
              <h3 className="text-heading">{name}</h3>
              <p className="mt-2 text-mute">{work}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="How something gets made here">
        <NumberedPath steps={steps} />
      </Section>
      <CallToAction
        title="Whom would we look for next?"
        text="An engineer for the whole stack, and one who keeps it running. Their descriptions are examples, like the roles above."
        actions={{ 'See the positions': '/careers', 'Contact us': '/contact' }}
      />
    </>
  )
}
