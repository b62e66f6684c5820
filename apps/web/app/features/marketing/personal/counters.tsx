import { classNames } from '../../../ui/class-names.ts'
import { RequestTicket } from '../blocks/request-ticket.tsx'
import { Section } from '../blocks/section.tsx'
import bankCounter from './bank-counter.svg'
import clinicDesk from './clinic-desk.svg'
import hrDesk from './hr-desk.svg'

const counters = [
  {
    field: 'Financial services',
    title: 'Open an account in your lunch break',
    text: 'The bank must know who you are. It has no use for a copy of your passport in a drawer, and you have no use for a second visit because the copy was too pale.',
    picture: bankCounter,
    alt: 'A man in a purple agbada holds out his phone at a bank counter; the teller smiles behind it.',
    ticket: {
      title: 'The bank asks',
      shown: ['Family name and given names', 'Document number'],
      proved: ['18 or over', 'Document still valid'],
      kept: ['Date of birth, gender'],
    },
  },
  {
    field: 'Healthcare',
    title: 'Check in with a child at your side',
    text: 'No clipboard, no spelling your name twice. The clinic gets a name and a date of birth that somebody has signed, so the file it opens is the right one.',
    picture: clinicDesk,
    alt: 'A mother in a blue gele with her daughter at the front desk of a clinic; a nurse reads her phone.',
    ticket: {
      title: 'The clinic asks',
      shown: ['Family name and given names', 'Date of birth'],
      proved: ['Document still valid'],
      kept: ['Document number, nationality', 'Issuing authority'],
    },
  },
  {
    field: 'Employment verification',
    title: 'Let your last job speak for you',
    text: 'Your last employer signed what you did there. The next one checks the signature. Nobody has to reach anybody on the phone, and what you earned stays between you and them.',
    picture: hrDesk,
    alt: 'A man in shirt and tie holds out his phone at a personnel office; a woman with glasses sits behind a laptop.',
    ticket: {
      title: 'The employer asks',
      shown: ['Job title', 'Employer’s name'],
      proved: ['There for two years or more', 'Not revoked'],
      kept: ['Pay, staff number', 'Exact dates'],
    },
  },
] as const

/** Three use cases, each at its counter, with its questions. */
export function Counters() {
  return (
    <Section
      title="Three counters, one wallet"
      lead="What each of them goes home with, and what it never gets. These are examples: a real verifier words its own request, and you see it before you answer."
    >
      <ol className="mt-14 grid gap-[clamp(56px,7vw,104px)]">
        {counters.map((counter, index) => (
          <li
            key={counter.field}
            className={classNames(
              'grid items-center gap-x-[clamp(32px,5vw,80px)] gap-y-8',
              index % 2 === 0 ? 'lg:grid-cols-[1.1fr_0.9fr]' : 'lg:grid-cols-[0.9fr_1.1fr]',
            )}
          >
            <img
              src={counter.picture}
              alt={counter.alt}
              width={640}
              height={400}
              loading="lazy"
              className={classNames('h-auto w-full', index % 2 === 1 && 'lg:order-2')}
            />
            <div>
              <p className="font-semibold text-forest">{counter.field}</p>
              <h3 className="mt-2 text-title">{counter.title}</h3>
              <p className="measure mt-4 text-mute">{counter.text}</p>
              <div className="mt-7">
                <RequestTicket {...counter.ticket} headingLevel={4} />
              </div>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}
