import assert from 'node:assert/strict'
import { type ApiAnswer, type ApiBody, goalCodes, type ProofState } from '@lastmile/contracts'
import type { Phone } from './phone.ts'
import { waitUntil } from './processes.ts'
import type { Visitor } from './product-server.ts'

type CredentialRecord = ApiAnswer<'getCredential'>
type ProofRecord = ApiAnswer<'getProof'>

const attributes = [
  { name: 'full_name', value: 'Amina Bello' },
  { name: 'expiry_date', value: '20991231' },
]

/** The steps of a visitor and the person with the phone, one after the other. */
export function holderJourney(given: {
  visitor: Visitor
  phone: Phone
  handshake: string
}): [name: string, work: () => Promise<void>][] {
  const { visitor, phone, handshake } = given
  let definitionId = ''
  let connectionId = ''
  const issued: { record: CredentialRecord; registryId: string; index: string }[] = []

  const offer = () =>
    visitor.call('offerCredential', {
      body: { connection_id: connectionId, cred_def_id: definitionId, credential_proposal: { attributes } },
    })

  /** Offers, accepts, and caches what the wallet then holds. */
  async function issue(): Promise<void> {
    const { credential_exchange_id: id } = await offer()
    await phone.acceptOffer(await phone.nextOffer())
    const record = await waitUntil('the credential to count as issued', async () => {
      const credential = await visitor.call('getCredential', { id })
      return ['credential_issued', 'credential_acked', 'done'].includes(credential.state) && credential
    })
    const held = (await phone.credentials()).find(({ cred_rev_id }) => cred_rev_id === record.revocation_id)
    assert(held?.rev_reg_id && held.cred_rev_id, 'the wallet holds no revocable credential of that index')
    assert.deepEqual(held.attrs, Object.fromEntries(attributes.map(({ name, value }) => [name, value])))
    issued.push({ record, registryId: held.rev_reg_id, index: held.cred_rev_id })
  }

  const request = (earliestExpiry = 20300101): ApiBody<'requestProof'>['proof_request'] => {
    const restrictions = [{ cred_def_id: definitionId }]
    return {
      name: 'Age check',
      requested_attributes: { holder: { names: ['full_name'], restrictions, non_revoked: {} } },
      requested_predicates: {
        expiry: { name: 'expiry_date', p_type: '>=', p_value: earliestExpiry, restrictions, non_revoked: {} },
      },
    }
  }

  const ask = (proofRequest = request()) =>
    visitor.call('requestProof', { body: { connection_id: connectionId, proof_request: proofRequest } })

  const outcome = (id: string, ...states: ProofState[]): Promise<ProofRecord> =>
    waitUntil(`the proof to become ${states.join(' or ')}`, async () => {
      const proof = await visitor.call('getProof', { id })
      return states.includes(proof.state) && proof
    })

  async function expectVerified(id: string, exchange: string): Promise<void> {
    const proof = await outcome(id, 'verified', 'done')
    assert.equal(proof.verified, true)
    const revealed = proof.presentation?.requested_proof
    assert.equal(revealed?.revealed_attr_groups.holder?.values.full_name?.raw, 'Amina Bello')
    assert('expiry' in (revealed?.predicates ?? {}), 'the predicate is not among what was proved')
    await phone.proofAcknowledged(exchange)
  }

  async function expectRefused(id: string, reason: RegExp): Promise<void> {
    const proof = await outcome(id, 'abandoned')
    assert.equal(proof.verified, false)
    assert.equal(proof.presentation, null, 'a refused proof shows no values')
    assert.match(proof.reason ?? '', reason)
  }

  async function revoke(number: number, version: 'v1_0' | 'v2_0'): Promise<void> {
    const credential = issued[number]
    assert(credential)
    const { record, registryId, index } = credential
    assert(record.revoc_reg_id && record.revocation_id)
    await visitor.call('revoke', {
      body: {
        connection_id: connectionId,
        rev_reg_id: record.revoc_reg_id,
        cred_rev_id: record.revocation_id,
        thread_id: record.thread_id,
        notify: true,
        notify_version: version,
        publish: true,
        comment: 'Lost phone',
      },
    })
    await phone.revocationNotice(version, registryId, index)
    assert.equal((await visitor.call('getCredential', { id: record.credential_exchange_id })).revoked, true)
  }

  const indexOf = (number: number) => issued[number]?.index ?? ''

  return [
    [
      'the issuer registers a revocable credential',
      async () => {
        const credential = { name: 'InteropCard', attributes, revocable: true }
        const ready = async () => {
          const { data, state } = await visitor.call('getOrCreateCredDef', { body: { credential } })
          return state === 'ready' && data
        }
        // A new server makes the keys of all its own credentials at the same time.
        definitionId = await waitUntil('the definition', ready, 180_000)
      },
    ],
    [
      'the wallet connects',
      async () => {
        const invitation = await visitor.call('createInvite', {
          body: { my_label: 'University of Lagos', goal_code: goalCodes.issue },
        })
        assert.equal(invitation.state, 'invited')
        connectionId = invitation.connection_id
        const shown = await fetch(invitation.short_url, { redirect: 'manual' })
        assert.equal(shown.headers.get('location'), invitation.invitation_url)
        await phone.scan(invitation.invitation_url, handshake)
        await phone.connected(invitation.invi_msg_id)
        await waitUntil('the connection to be active', async () => {
          const { state } = await visitor.call('getConnectionByInvitation', { id: invitation.invi_msg_id })
          return state === 'active' || state === 'complete'
        })
      },
    ],
    [
      'the wallet declines an offer, and the visitor sees it',
      async () => {
        const { credential_exchange_id: id } = await offer()
        await phone.declineOffer(await phone.nextOffer())
        const credential = await waitUntil('the offer to be abandoned', async () => {
          const record = await visitor.call('getCredential', { id })
          return record.state === 'abandoned' && record
        })
        assert.match(credential.reason ?? '', /declined/)
      },
    ],
    ['the wallet receives a revocable credential', issue],
    [
      'the wallet verifies the DID behind the credential',
      async () => {
        const [held] = await phone.credentials()
        const did = held?.cred_def_id.split('/')[0] ?? ''
        assert.match(did, /^did:webvh:/)
        assert.equal((await phone.resolve(did)).id, did)
      },
    ],
    [
      'the wallet proves an attribute, a predicate and non-revocation',
      async () => {
        const { presentation_exchange_id: id } = await ask()
        const exchange = await phone.nextProofRequest()
        await phone.present(exchange, indexOf(0))
        await expectVerified(id, exchange)
      },
    ],
    [
      'the wallet answers an out-of-band proof request without a connection',
      async () => {
        const { proof, shortUrl } = await visitor.call('requestProofOutOfBand', { body: { proof_request: request() } })
        await phone.scan(shortUrl)
        const exchange = await phone.nextProofRequest()
        await phone.present(exchange, indexOf(0))
        await expectVerified(proof.presentation_exchange_id, exchange)
      },
    ],
    [
      'the wallet declines a proof request, and the visitor sees it',
      async () => {
        const { presentation_exchange_id: id } = await ask()
        await phone.declineProof(await phone.nextProofRequest())
        await expectRefused(id, /declined/)
      },
    ],
    [
      'a predicate that does not hold is not proved',
      async () => {
        const { presentation_exchange_id: id } = await ask(request(21000101))
        const exchange = await phone.nextProofRequest()
        await assert.rejects(phone.present(exchange, indexOf(0)))
        await phone.proofRefused(exchange)
        await expectRefused(id, /declined/)
      },
    ],
    [
      'a withdrawn offer disappears from the wallet',
      async () => {
        const { credential_exchange_id: id } = await offer()
        const exchange = await phone.nextOffer()
        await visitor.call('deleteCredential', { id })
        await phone.offerWithdrawn(exchange)
      },
    ],
    ['the wallet receives a second credential', issue],
    ['the first is revoked, and the wallet is notified (2.0)', () => revoke(0, 'v2_0')],
    [
      'a proof from the revoked credential is refused',
      async () => {
        const { presentation_exchange_id: id } = await ask()
        const exchange = await phone.nextProofRequest()
        await phone.present(exchange, indexOf(0)).catch(() => phone.declineProof(exchange))
        await expectRefused(id, /revoked/)
        await phone.proofRefused(exchange)
      },
    ],
    [
      'a proof from the second credential is still accepted',
      async () => {
        const { presentation_exchange_id: id } = await ask()
        const exchange = await phone.nextProofRequest()
        await phone.present(exchange, indexOf(1))
        await expectVerified(id, exchange)
      },
    ],
    ['the second is revoked, and the wallet is notified (1.0)', () => revoke(1, 'v1_0')],
  ]
}
