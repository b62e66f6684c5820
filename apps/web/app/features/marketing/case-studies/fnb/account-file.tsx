import { Icon } from '../../../../ui/icon.tsx'
import { Section } from '../../blocks/section.tsx'

const sees = [
  { label: 'Business name', value: 'Okafor Fabrics' },
  { label: 'Owner', value: 'Ngozi Okafor' },
  { label: 'Registration number', value: 'BCR-3048172' },
] as const

const learns = [
  'The permit’s holder is 18 or over',
  'The trader permit has not run out',
  'Neither paper has been revoked',
  'One wallet holds both papers',
] as const

const never = [
  { label: 'Date of birth', from: 'permit' },
  { label: 'Monthly sales', from: 'permit' },
  { label: 'Permit number', from: 'permit' },
  { label: 'Stall and goods', from: 'permit' },
  { label: 'Registered since', from: 'registration' },
  { label: 'Type of business', from: 'registration' },
] as const

/** The bank's file afterwards; details that were never sent are struck out. */
export function AccountFile() {
  return (
    <Section
      tone="sand"
      title="The account file, all of it"
      lead="Two credentials carry fourteen details between them. This is what the bank has when Ngozi walks out."
    >
      <div className="grid overflow-hidden rounded-panel border border-line bg-paper text-ink lg:grid-cols-3">
        <div className="p-[clamp(20px,2.4vw,32px)]">
          <Title icon="tick">The bank sees</Title>
          <dl className="mt-5 grid gap-4">
            {sees.map(({ label, value }) => (
              <div key={label}>
                <dt className="text-small text-mute">{label}</dt>
                <dd className="font-display text-[1.25rem] leading-snug font-semibold">{value}</dd>
              </div>
            ))}
          </dl>
        </div>
        <div className="border-line p-[clamp(20px,2.4vw,32px)] max-lg:border-y lg:border-x">
          <Title icon="shield">It learns, unseen</Title>
          <ul className="mt-5 grid gap-3">
            {learns.map((fact) => (
              <li
                key={fact}
                className="flex min-h-12 items-center rounded-2xl bg-leaf-soft px-4 py-2 font-semibold text-balance"
              >
                {fact}
              </li>
            ))}
          </ul>
        </div>
        <div className="p-[clamp(20px,2.4vw,32px)]">
          <Title icon="lock">It never gets</Title>
          <ul className="mt-5 grid gap-3">
            {never.map(({ label, from }) => (
              <li key={label} className="grid grid-cols-[1fr_auto] items-center gap-4 text-small">
                <span>
                  {label} <span className="text-mute">({from})</span>
                </span>
                <span
                  aria-hidden="true"
                  className="h-3.5 w-16 rounded-sm sm:w-24 lg:w-14 xl:w-20 bg-[light-dark(#0e1b16,#3b5248)]"
                />
              </li>
            ))}
          </ul>
          <p className="mt-6 text-small text-mute">The names and dates on the permit stay in the wallet too.</p>
        </div>
      </div>
    </Section>
  )
}

function Title({ icon, children }: { icon: 'tick' | 'shield' | 'lock'; children: string }) {
  return (
    <h3 className="flex items-center gap-3 text-heading">
      <Icon name={icon} size={26} className={icon === 'lock' ? 'text-mute' : 'text-forest'} />
      {children}
    </h3>
  )
}
