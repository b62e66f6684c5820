import type { ProofRequest } from '@lastmile/contracts'
import { Icon } from '../../../ui/icon.tsx'
import { RequestCode } from '../blocks/request-code.tsx'
import { Section } from '../blocks/section.tsx'

const copies = [
  { file: 'passport-scan.pdf', holds: 'photo, number, birthday, place of birth, signature' },
  { file: 'electricity-bill.jpg', holds: 'home address, what the household pays' },
  { file: 'bank-statement-march.pdf', holds: 'every customer, every supplier, every sum' },
  { file: 'form-7b-signed.docx', holds: 'all of it again, typed by hand' },
] as const

const answers = [
  { detail: 'Business', value: 'Okafor Fabrics', outcome: 'shown' },
  { detail: 'Registration number', value: 'BCR-3048172', outcome: 'shown' },
  { detail: 'Owner', value: 'Ngozi Okafor', outcome: 'shown' },
  { detail: 'Registered for a year or more', value: 'yes', outcome: 'proved' },
  { detail: 'Not revoked', value: 'yes', outcome: 'proved' },
] as const

const restrictions = [{ cred_def_id: '…:Business Registration' }]

const request: ProofRequest = {
  name: 'New supplier',
  version: '1.0.0',
  requested_attributes: {
    'Business Registration': {
      names: ['business_name', 'registration_number', 'owner_name'],
      restrictions,
      non_revoked: {},
    },
  },
  requested_predicates: {
    'Business Registration registration_date': {
      name: 'registration_date',
      p_type: '<=',
      p_value: 20250601,
      restrictions,
      non_revoked: {},
    },
  },
}

/** One supplier in the books twice: today's stored copies, and the answer to a proof request. */
export function Drawer() {
  return (
    <Section
      tone="night"
      title="The same supplier, in your files twice"
      lead="You buy cloth from a market trader. Here is what that leaves in your drawer today, and what a proof leaves. The trader and her papers are made up."
    >
      <div className="grid gap-5 lg:grid-cols-2 lg:gap-7">
        <div className="rounded-panel border border-on-night/20 p-[clamp(20px,2.4vw,32px)]">
          <h3 className="text-heading">What you keep today</h3>
          <ul className="mt-5 grid gap-3">
            {copies.map(({ file, holds }) => (
              <li key={file} className="rounded-2xl border border-on-night/20 px-4 py-3">
                <span className="block font-mono text-[0.875rem] wrap-anywhere">{file}</span>
                <span className="mt-1 flex items-baseline gap-2.5 text-small">
                  <span aria-hidden="true" className="size-2.5 shrink-0 rounded-full bg-[#f29b82]" />
                  {holds}
                </span>
              </li>
            ))}
          </ul>
          <p className="measure mt-6 text-small opacity-80">
            Copied into mailboxes and backups, and yours to guard for years. And still nobody has asked the registry
            whether the registration stands.
          </p>
        </div>
        <div className="rounded-panel bg-[#fbfaf6] p-[clamp(20px,2.4vw,32px)] text-[#0e1b16]">
          <h3 className="text-heading">What a proof request brings</h3>
          <dl className="mt-5">
            {answers.map(({ detail, value, outcome }) => (
              <div
                key={detail}
                className="grid grid-cols-[22px_1fr_auto] items-center gap-x-3 border-t border-[#e2dac8] py-3 text-small"
              >
                <Icon name={outcome === 'shown' ? 'tick' : 'shield'} size={20} className="text-[#0b5d45]" />
                <dt>
                  {detail}
                  <span className="block text-tiny text-[#4f5e57]">
                    {outcome === 'shown' ? 'shown' : 'proved, not shown'}
                  </span>
                </dt>
                <dd className="text-right font-semibold">{value}</dd>
              </div>
            ))}
          </dl>
          <p aria-hidden="true" className="dotted-path mt-3 text-[#f0a23b]" />
          <p className="measure mt-5 text-small">
            Five details, signed by the registry that knows, and checked as they came in. No birthday, no address, no
            sales. What never arrived can’t leak. So it is with AnonCreds; by OpenID4VC the day of registration is
            shown.
          </p>
        </div>
      </div>
      <details className="group mt-7">
        <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-2 font-semibold underline decoration-1 underline-offset-4 hover:decoration-2 focus-visible:outline-on-night [&::-webkit-details-marker]:hidden">
          Read the request as your system sends it
          <Icon name="down" size={18} className="transition-transform duration-150 group-open:rotate-180" />
        </summary>
        <div className="mt-4">
          <RequestCode
            caption="The proof_request of POST /demo/proofs/requestProof, as asked on 1&nbsp;June 2026. Dates are numbers, year first."
            request={request}
          />
        </div>
      </details>
    </Section>
  )
}
