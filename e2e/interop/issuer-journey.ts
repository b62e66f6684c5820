import assert from 'node:assert/strict'
import type { ProofRequest } from '@lastmile/holder'
import type { OurWallet } from '../our-wallet.ts'
import type { AcaPy, Json } from './aca-py.ts'
import { publishDefinition } from './aca-py-definition.ts'

const attributes = [
  { name: 'full_name', value: 'Amina Bello' },
  { name: 'expiry_date', value: '20991231' },
]
const offers = 'issue_credential_v2_0'
const proofs = 'present_proof_v2_0'

/** The steps of ACA-Py's operator and the person with our wallet, one after the other. */
export function issuerJourney(issuer: AcaPy, { holder, sees }: OurWallet): [name: string, work: () => Promise<void>][] {
  let definitionId = ''
  let connectionId = ''
  let credentialExchange = ''

  const reached = (topic: string, idName: string, id: string, state: string) =>
    issuer.event(topic, (body) => body[idName] === id && body.state === state)

  async function offer() {
    const { cred_ex_id } = await issuer.call<{ cred_ex_id: string }>('POST', '/issue-credential-2.0/send-offer', {
      connection_id: connectionId,
      auto_issue: true,
      credential_preview: { '@type': 'issue-credential/2.0/credential-preview', attributes },
      filter: { anoncreds: { cred_def_id: definitionId } },
    })
    const { id } = await sees(({ offers: [first] }) => first?.state === 'offered' && first)
    return { exchange: cred_ex_id, id }
  }

  async function ask(earliestExpiry = 20300101) {
    const more = { restrictions: [{ cred_def_id: definitionId }], non_revoked: { to: Math.floor(Date.now() / 1000) } }
    const { pres_ex_id } = await issuer.call<{ pres_ex_id: string }>('POST', '/present-proof-2.0/send-request', {
      connection_id: connectionId,
      auto_verify: true,
      presentation_request: {
        anoncreds: {
          name: 'Age check',
          version: '1.0',
          requested_attributes: { holder: { names: ['full_name'], ...more } },
          requested_predicates: { expiry: { name: 'expiry_date', p_type: '>=', p_value: earliestExpiry, ...more } },
        },
      },
    })
    return pres_ex_id
  }
  const asked = (look: (request: ProofRequest) => boolean) =>
    sees(({ requests: [first] }) => first?.state === 'asked' && look(first) && first)
  const isMissing = (reason: string) => (request: ProofRequest) =>
    request.items.some(({ missing }) => missing?.reason === reason)

  const recorded = (what: string) => sees(({ history: [last] }) => last?.what === what)

  async function decline(exchange: string): Promise<void> {
    await holder.decline((await asked(() => true)).id)
    await reached(proofs, 'pres_ex_id', exchange, 'abandoned')
  }

  return [
    [
      'the issuer publishes a revocable credential',
      async () => {
        const names = attributes.map(({ name }) => name)
        ;({ definitionId } = await publishDefinition(issuer, { name: 'Card', attributes: names, registrySize: 10 }))
      },
    ],
    [
      'the wallet connects',
      async () => {
        const invitation = await issuer.call<{ invitation_url: string; invi_msg_id: string }>(
          'POST',
          '/out-of-band/create-invitation?auto_accept=true',
          { handshake_protocols: ['https://didcomm.org/didexchange/1.1'] },
        )
        await holder.receive(invitation.invitation_url)
        await recorded('connected')
        const { connection_id } = await issuer.event(
          'connections',
          ({ invitation_msg_id, state }) =>
            invitation_msg_id === invitation.invi_msg_id && ['active', 'completed'].includes(String(state)),
        )
        connectionId = String(connection_id)
      },
    ],
    [
      'the wallet declines an offer, and the issuer sees it',
      async () => {
        const { exchange, id } = await offer()
        await holder.decline(id)
        await reached(offers, 'cred_ex_id', exchange, 'abandoned')
      },
    ],
    [
      'an offer that the issuer takes back disappears from the wallet',
      async () => {
        const { exchange } = await offer()
        const problem = { description: 'A mistake' }
        await issuer.call('POST', `/issue-credential-2.0/records/${exchange}/problem-report`, problem)
        await recorded('offer-withdrawn')
      },
    ],
    [
      'a request without a fitting credential says so',
      async () => {
        const exchange = await ask()
        await asked(isMissing('missing-credential'))
        await decline(exchange)
      },
    ],
    [
      'the wallet receives a revocable credential',
      async () => {
        const { exchange, id } = await offer()
        await holder.accept(id)
        const credential = await sees(({ credentials: [first] }) => first)
        assert.deepEqual(
          credential.attributes.map(({ name, value }) => ({ name, value })),
          attributes,
        )
        assert.equal(credential.revocable, true)
        await reached(offers, 'cred_ex_id', exchange, 'done')
        credentialExchange = exchange
      },
    ],
    [
      'the wallet proves an attribute, a predicate and non-revocation',
      async () => {
        const exchange = await ask()
        await holder.answer((await asked(({ possible }) => possible)).id)
        const proof: Json = await reached(proofs, 'pres_ex_id', exchange, 'done')
        assert.equal(proof.verified, 'true')
        await recorded('accepted')
      },
    ],
    [
      'the wallet declines a request, and the verifier sees it',
      async () => {
        await decline(await ask())
      },
    ],
    [
      'a request that the verifier takes back disappears from the wallet',
      async () => {
        const exchange = await ask()
        await asked(() => true)
        const problem = { description: 'A mistake' }
        await issuer.call('POST', `/present-proof-2.0/records/${exchange}/problem-report`, problem)
        await recorded('request-withdrawn')
      },
    ],
    [
      'a predicate that does not hold is known before anything is sent',
      async () => {
        const exchange = await ask(21000101)
        await asked(isMissing('false-predicate'))
        await decline(exchange)
      },
    ],
    [
      'the credential is revoked, and the wallet is notified',
      async () => {
        await issuer.call('POST', '/anoncreds/revocation/revoke', {
          cred_ex_id: credentialExchange,
          connection_id: connectionId,
          publish: true,
          notify: true,
          notify_version: 'v2_0',
        })
        await recorded('revoked')
      },
    ],
    [
      'the revoked credential proves nothing any more',
      async () => {
        const exchange = await ask()
        await asked(isMissing('revoked'))
        await decline(exchange)
      },
    ],
  ]
}
