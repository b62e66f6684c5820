import { classNames } from '../../../ui/class-names.ts'
import { CredentialCard } from '../../../ui/credential-card.tsx'
import { Icon } from '../../../ui/icon.tsx'

type Outcome = 'shown' | 'proved' | 'kept'

const offices = [
  { numeral: 'I', name: 'Clinic', errand: 'He registers at the health centre.' },
  { numeral: 'II', name: 'School', errand: 'He enrols his daughter in the ward’s school.' },
  { numeral: 'III', name: 'Water', errand: 'He asks for the large households’ tariff.' },
] as const

/** Each detail: name, value, and its outcome at each of the three offices. */
const details: readonly [label: string, value: string, ...outcomes: [Outcome, Outcome, Outcome]][] = [
  ['Full name', 'Musa Danjuma', 'shown', 'shown', 'kept'],
  ['Date of birth', '14\u00a0May 1991', 'shown', 'kept', 'kept'],
  ['Ward', 'Palm Grove', 'kept', 'shown', 'shown'],
  ['Street and house', '7 Baobab Close', 'kept', 'kept', 'shown'],
  ['Household members', '6', 'kept', 'kept', 'proved'],
  ['Record number', 'PG-55210', 'kept', 'kept', 'kept'],
  ['Valid until', '31\u00a0March 2028', 'proved', 'proved', 'proved'],
]

const notes: Record<string, string> = { 'Household members': '5 or more', 'Valid until': 'not past' }

const parties = {
  'The registry':
    'It signed the record, and it publishes which ones it has revoked. It takes no part in the checks and gets no note of them.',
  'The three offices': 'Each gets an answer to its own question, and sees nothing of what the others asked.',
  Musa: 'He saw every question first, and could have said no.',
}

/** One citizen's credential at three windows, and the details that each one gets. */
export function ThreeOffices({ picture }: { picture: string }) {
  return (
    <section aria-labelledby="three-offices" className="bg-sand pb-[clamp(48px,7vw,104px)] max-lg:pt-5 lg:mt-6">
      <div className="wrap">
        <img
          src={picture}
          alt="A public hall. Two people wait with folders in their hands; a man walks past them to three windows, phone in hand."
          width={1200}
          height={460}
          className="h-auto w-full lg:-translate-y-8"
        />
        <h2 id="three-offices" className="mt-8 max-w-[24ch] text-title lg:mt-2">
          One citizen, one credential, three offices
        </h2>
        <p className="measure mt-4 text-lead text-mute">
          Musa’s ward registry signed one residence record. Follow its details across: each window gets what its errand
          needs, and no more. So it is with AnonCreds; by OpenID4VC the water office sees the number of people, and all
          three see the day until which the record is valid. Musa, the offices and the record are made up.
        </p>
        <div className="mt-10 grid items-start gap-x-12 gap-y-10 lg:grid-cols-[1fr_1.9fr]">
          <div className="grid items-center gap-8 sm:grid-cols-2 lg:block">
            <CredentialCard
              issuer="Palm Grove Ward Registry"
              name="Residence Record"
              attributes={[
                { label: 'Full name', value: 'Musa Danjuma' },
                { label: 'Record number', value: 'PG-55210' },
              ]}
            />
            <ol className="grid gap-4 lg:mt-8">
              {offices.map(({ numeral, name, errand }) => (
                <li key={name} className="grid grid-cols-[36px_1fr] gap-3.5">
                  <Numeral>{numeral}</Numeral>
                  <p>
                    <span className="block font-semibold">{name}</span>
                    <span className="text-mute">{errand}</span>
                  </p>
                </li>
              ))}
            </ol>
          </div>
          <Details />
        </div>
        <ul className="mt-12 grid gap-x-10 gap-y-6 border-t border-line pt-8 lg:grid-cols-3">
          {Object.entries(parties).map(([title, text]) => (
            <li key={title}>
              <h3 className="text-heading">{title}</h3>
              <p className="mt-2 text-mute">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function Details() {
  return (
    <div className="rounded-panel border border-line bg-paper p-[clamp(12px,2.4vw,32px)] text-ink">
      <table className="w-full border-collapse text-left text-small">
        <caption className="sr-only">Which detail of the residence record each office gets</caption>
        <thead>
          <tr>
            <th scope="col" className="pb-3 font-semibold">
              The record
            </th>
            {offices.map(({ numeral, name }) => (
              <th key={name} scope="col" className="w-[21%] pb-3 text-center font-semibold">
                <span className="grid justify-items-center gap-1.5">
                  <Numeral>{numeral}</Numeral>
                  {name}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {details.map(([label, value, ...outcomes]) => (
            <tr key={label} className="border-t border-line">
              <th scope="row" className="py-3 pr-2 font-normal">
                <span className="block text-tiny text-mute">{label}</span>
                <span className="font-semibold">{value}</span>
              </th>
              {outcomes.map((outcome, index) => (
                <td key={offices[index]?.name} className="p-1 text-center sm:p-1.5">
                  <Cell outcome={outcome} note={notes[label]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ul aria-hidden="true" className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-tiny sm:hidden">
        {Object.values(cells).map(({ icon, says }) => (
          <li key={says} className="flex items-center gap-1.5">
            <Icon name={icon} size={16} />
            {says}
          </li>
        ))}
      </ul>
    </div>
  )
}

const cells = {
  shown: { icon: 'tick', says: 'shown', look: 'bg-forest text-on-forest' },
  proved: { icon: 'shield', says: 'proved', look: 'bg-leaf-soft text-ink' },
  kept: { icon: 'lock', says: 'not asked', look: 'text-mute' },
} as const

function Cell({ outcome, note }: { outcome: Outcome; note: string | undefined }) {
  const { icon, says, look } = cells[outcome]
  return (
    <span
      className={classNames(
        'flex min-h-13 flex-col items-center justify-center gap-x-2 gap-y-0.5 rounded-xl px-1 py-1.5 text-tiny leading-tight',
        look,
      )}
    >
      <Icon name={icon} size={16} />
      {outcome === 'proved' ? (
        <>
          <span className="sr-only">{says}: </span>
          {note}
        </>
      ) : (
        <span className="max-sm:sr-only">{says}</span>
      )}
    </span>
  )
}

function Numeral({ children }: { children: string }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-9 place-items-center rounded-full bg-[#f0a23b] font-display text-small font-semibold text-[#0e1b16]"
    >
      {children}
    </span>
  )
}
