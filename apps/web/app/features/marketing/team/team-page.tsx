import { CallToAction } from '../blocks/call-to-action.tsx'
import { Hero } from '../blocks/hero.tsx'
import { Note } from '../blocks/note.tsx'
import { NumberedPath } from '../blocks/numbered-path.tsx'
import { TicketLines } from '../blocks/request-ticket.tsx'
import { Section } from '../blocks/section.tsx'
import { type Person, people } from './people.ts'
import { Portrait } from './portrait.tsx'

const steps = [
  {
    title: 'Begin at the counter',
    text: 'Who stands there, what are they asked for, and what do they have with them? A plan that cannot answer is not a plan yet.',
  },
  {
    title: 'Cross lines out',
    text: 'Each line of a request has to say what it is for. If a yes or a no is enough, the line goes.',
  },
  {
    title: 'Meet other people’s software',
    text: 'We test against a wallet that we did not write. Agreeing with yourself is easy.',
  },
  {
    title: 'Try to break it',
    text: 'Cut the connection, switch the phone off, forge the answer. Then read what the screen says, and whether it helps.',
  },
] as const

/** The team, introduced as a wallet would. */
export function TeamPage() {
  return (
    <>
      <Hero
        title="Eight people, and only what you need to know"
        lead="We ask verifiers to want less, so we start with ourselves. Each card shows one detail that helps you work with the person, proves one that matters, and leaves the rest where it belongs."
      >
        <Note>
          Nobody on this page exists. The faces are drawn and the names and stories are made up, as examples of who does
          such work.
        </Note>
      </Hero>
      <Section tone="sand" title="Who does what">
        <ul className="grid gap-5 lg:grid-cols-2 lg:gap-7">
          {people.map((person) => (
            <li key={person.id}>
              <PersonCard person={person} />
            </li>
          ))}
        </ul>
      </Section>
      <Section title="How something gets made here">
        <NumberedPath steps={steps} />
      </Section>
      <CallToAction
        title="Whom would we look for next?"
        text="An engineer for the whole stack, and one who keeps it running. Their descriptions are examples, like the faces above."
        actions={{ 'See the positions': '/careers', 'Contact us': '/contact' }}
      />
    </>
  )
}

function PersonCard({ person }: { person: Person }) {
  return (
    <article className="flex h-full flex-col rounded-panel border border-line bg-paper p-[clamp(16px,2vw,24px)]">
      <div className="flex items-center gap-5">
        <Portrait of={person.id} className="w-24 shrink-0 sm:w-36" />
        <div>
          <h3 className="text-heading">{person.name}</h3>
          <p className="font-semibold text-forest">{person.role}</p>
          <p className="mt-2 text-small text-mute max-sm:hidden">{person.work}</p>
        </div>
      </div>
      <p className="mt-4 text-small text-mute sm:hidden">{person.work}</p>
      <TicketLines shown={[person.shown]} proved={[person.proved]} kept={[person.kept]} className="mt-4" />
    </article>
  )
}
