import type { AcaPy, Json } from './aca-py.ts'

/** The person who holds the phone: what they see and tap, in terms of ACA-Py's admin API. */
export type Phone = ReturnType<typeof createPhone>

interface Candidate {
  presentation_referents: string[]
  cred_info: { referent: string; cred_rev_id?: string | null }
}

export interface HeldCredential {
  cred_def_id: string
  rev_reg_id?: string | null
  cred_rev_id?: string | null
  attrs: Record<string, string>
}

const offers = 'issue_credential_v2_0'
const proofs = 'present_proof_v2_0'

export function createPhone(wallet: AcaPy) {
  const seen = new Set<unknown>()
  /** The id of the next exchange that waits for the person, each one once. */
  async function next(topic: string, idName: string, state: string): Promise<string> {
    const exchange = await wallet.event(topic, (body) => body.state === state && !seen.has(body[idName]))
    seen.add(exchange[idName])
    return String(exchange[idName])
  }
  const reached = (topic: string, idName: string, id: string, state: string) =>
    wallet.event(topic, (body) => body[idName] === id && body.state === state)

  return {
    /** The DID's document, once the wallet has verified the DID's log. */
    async resolve(did: string): Promise<Json> {
      // Encoded once more, because the %3A of the DID would be decoded on the way.
      const { did_document } = await wallet.call('GET', `/resolver/resolve/${encodeURIComponent(did)}`)
      return did_document as Json
    },

    /** Scans a QR code. With `protocol`, as a wallet that knows that one handshake protocol alone. */
    async scan(url: string, protocol?: string): Promise<void> {
      await wallet.call('POST', '/out-of-band/receive-invitation', {
        ...(await readInvitation(url)),
        ...(protocol && { handshake_protocols: [protocol] }),
      })
    },

    connected: (invitationId: string) =>
      wallet.event(
        'connections',
        (body) => body.invitation_msg_id === invitationId && ['active', 'completed'].includes(String(body.state)),
      ),

    nextOffer: () => next(offers, 'cred_ex_id', 'offer-received'),

    async acceptOffer(id: string): Promise<void> {
      await wallet.call('POST', `/issue-credential-2.0/records/${id}/send-request`, {})
      await reached(offers, 'cred_ex_id', id, 'done')
    },

    async declineOffer(id: string): Promise<void> {
      await wallet.call('POST', `/issue-credential-2.0/records/${id}/problem-report`, { description: 'No, thank you' })
    },

    offerWithdrawn: (id: string) => reached(offers, 'cred_ex_id', id, 'abandoned'),

    credentials: async () => (await wallet.call<{ results: HeldCredential[] }>('GET', '/credentials')).results,

    nextProofRequest: () => next(proofs, 'pres_ex_id', 'request-received'),

    /** Shows what is asked for from the credential of that revocation index. */
    async present(id: string, revocationIndex: string): Promise<void> {
      const record = `/present-proof-2.0/records/${id}`
      const { requested_attributes, requested_predicates } = anonCredsRequest(await wallet.call('GET', record))
      const candidates = await wallet.call<Candidate[]>('GET', `${record}/credentials`)
      const choose = (referents: object, more: object) =>
        Object.fromEntries(
          Object.keys(referents).map((referent) => {
            const chosen = candidates.find(
              ({ presentation_referents, cred_info }) =>
                presentation_referents.includes(referent) && cred_info.cred_rev_id === revocationIndex,
            )
            if (!chosen) throw new Error(`the wallet holds no credential for ${referent}`)
            return [referent, { cred_id: chosen.cred_info.referent, ...more }]
          }),
        )
      await wallet.call('POST', `${record}/send-presentation`, {
        anoncreds: {
          requested_attributes: choose(requested_attributes, { revealed: true }),
          requested_predicates: choose(requested_predicates, {}),
          self_attested_attributes: {},
        },
      })
    },

    async declineProof(id: string): Promise<void> {
      await wallet.call('POST', `/present-proof-2.0/records/${id}/problem-report`, {
        description: 'I would rather not',
      })
    },

    proofAcknowledged: (id: string) => reached(proofs, 'pres_ex_id', id, 'done'),
    proofRefused: (id: string) => reached(proofs, 'pres_ex_id', id, 'abandoned'),

    /** Arrives when the issuer says that this credential was revoked (RFC 0183, RFC 0721). */
    revocationNotice: (version: 'v1_0' | 'v2_0', registryId: string, index: string) =>
      version === 'v2_0'
        ? wallet.event('revocation-notification-v2', (body) => body.credential_id === `${registryId}::${index}`)
        : wallet.event('revocation-notification', (body) => body.thread_id === `indy::${registryId}::${index}`),
  }
}

/** The message that an out-of-band invitation's address carries, or that a short address answers (RFC 0434). */
async function readInvitation(url: string): Promise<Json> {
  const encoded = new URL(url).searchParams.get('oob')
  if (encoded) return JSON.parse(Buffer.from(encoded, 'base64url').toString())
  const answer = await fetch(url, { headers: { accept: 'application/json' } })
  if (!answer.ok) throw new Error(`the short address answers ${answer.status}`)
  return (await answer.json()) as Json
}

interface AnonCredsRequest {
  requested_attributes: object
  requested_predicates: object
}

function anonCredsRequest(record: Json): AnonCredsRequest {
  const { pres_request } = record.by_format as { pres_request: { anoncreds?: AnonCredsRequest } }
  if (!pres_request.anoncreds) throw new Error('the proof request is not one for AnonCreds')
  return pres_request.anoncreds
}
