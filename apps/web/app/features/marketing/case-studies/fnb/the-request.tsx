import type { ProofRequest } from '@lastmile/contracts'
import { RequestCode } from '../../blocks/request-code.tsx'
import { Section } from '../../blocks/section.tsx'

const registration = { restrictions: [{ cred_def_id: '…:Business Registration' }], non_revoked: {} }
const permit = { restrictions: [{ cred_def_id: '…:Trader Permit' }], non_revoked: {} }

const request: ProofRequest = {
  name: 'Business account',
  version: '1.0.0',
  requested_attributes: {
    'Business Registration': {
      names: ['business_name', 'owner_name', 'registration_number'],
      ...registration,
    },
  },
  requested_predicates: {
    'Trader Permit birth_date': { name: 'birth_date', p_type: '<=', p_value: 20080601, ...permit },
    'Trader Permit expiry_date': { name: 'expiry_date', p_type: '>=', p_value: 20260601, ...permit },
  },
}

const readings = {
  requested_attributes: 'Show these three details. All of them must come from one and the same registration.',
  'birth_date <= 20080601':
    'Prove that the birthday lies eighteen years back or more. The date itself stays in the wallet.',
  'expiry_date >= 20260601': 'Prove that the permit has not run out today.',
  restrictions:
    'Take these details from the two issuers that the bank trusts, and from nobody else with a paper of that name.',
  non_revoked: 'And prove that neither has been revoked, as of now.',
}

/** The demo's proof request, beside its meaning in words. */
export function TheRequest() {
  return (
    <Section
      tone="night"
      title="The request, word for word"
      lead="This is all the bank asks. The wallet turns it into plain language for Ngozi; here are both. It is as asked on 1&nbsp;June 2026, with the long identifiers cut short."
      beside={<RequestCode caption="proof_request: Business account" request={request} />}
    >
      <dl className="grid gap-6 lg:gap-8">
        {Object.entries(readings).map(([part, means]) => (
          <div key={part} className="border-l-2 border-[#f0a23b] pl-5">
            <dt className="font-mono text-[0.875rem] wrap-anywhere text-[#8fe0bd]">{part}</dt>
            <dd className="mt-1.5 text-pretty">{means}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
