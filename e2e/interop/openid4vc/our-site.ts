import type { ApiAnswer } from '@lastmile/contracts'
import { bornForAge } from '@lastmile/contracts/condition'
import { SdJwtWallet } from '../../sd-jwt-wallet.ts'
import { waitUntil } from '../processes.ts'
import type { Visitor } from '../product-server.ts'

const protocol = 'openid4vc'

/** A visitor of our site, who issues and verifies by OpenID4VC. */
export type OurSite = Awaited<ReturnType<typeof createOurSite>>

const attributesOf = (fullName: string) => [
  { name: 'full_name', value: fullName },
  { name: 'expiry_date', value: '20991231' },
  { name: 'birth_date', value: '19900714' },
]

export async function createOurSite(visitor: Visitor, origin: string) {
  const credential = { name: 'InteropCard', attributes: attributesOf(''), revocable: true }
  const definitionId = await waitUntil('the definition', async () => {
    const { data, state } = await visitor.call('getOrCreateCredDef', { body: { credential, protocol } })
    return state === 'ready' && data
  })

  async function outcomeOf(id: string): Promise<ApiAnswer<'getCredential'>> {
    return waitUntil('the offer to end', async () => {
      const record = await visitor.call('getCredential', { id })
      return ['credential_issued', 'abandoned'].includes(record.state) && record
    })
  }

  const example = await visitor.call('offerCredential', {
    body: { protocol, cred_def_id: definitionId, credential_proposal: { attributes: attributesOf('Example') } },
  })
  await visitor.call('deleteCredential', { id: example.credential_exchange_id })

  return {
    origin,
    /** Of its credentials (`vct`). */
    type: new SdJwtWallet(example.invitation_url ?? '').issuer.replace('/issuers/', '/types/'),
    /** PEM, what others trust it by. */
    root: await (await fetch(`${origin}/openid4vc/root.pem`)).text(),

    /** Each name is an offer of its own. */
    async offer(fullName: string) {
      const { credential_exchange_id, invitation_url, other_device } = await visitor.call('offerCredential', {
        body: { protocol, cred_def_id: definitionId, credential_proposal: { attributes: attributesOf(fullName) } },
      })
      if (!invitation_url || !other_device) throw new Error('The offer has no address')
      return { id: credential_exchange_id, here: invitation_url, elsewhere: other_device }
    },
    outcomeOf,

    async revoke(id: string): Promise<void> {
      const { revoc_reg_id, revocation_id } = await outcomeOf(id)
      await visitor.call('revoke', { body: { rev_reg_id: revoc_reg_id ?? '', cred_rev_id: revocation_id ?? '' } })
    },

    /** Asks for the name, an expiry date to compare, an age that the card states, and that it is not revoked. */
    async ask(title: string, earliestExpiry = 20300101) {
      const source = { restrictions: [{ cred_def_id: definitionId }], non_revoked: {} }
      const { proofUrl, shortUrl, proof } = await visitor.call('requestProofOutOfBand', {
        body: {
          protocol,
          proof_request: {
            name: title,
            requested_attributes: { holder: { names: ['full_name'], ...source } },
            requested_predicates: {
              expiry: { name: 'expiry_date', p_type: '>=', p_value: earliestExpiry, ...source },
              age: { name: 'birth_date', p_type: '<=', p_value: bornForAge(18), ...source },
            },
          },
        },
      })
      return { id: proof.presentation_exchange_id, here: proofUrl, elsewhere: shortUrl }
    },

    /** The visitor's browser comes back to where the wallet leads it. */
    async comeBack(address: string): Promise<number> {
      const { status } = await fetch(address, { headers: { cookie: visitor.cookie }, redirect: 'manual' })
      return status
    },

    proofState: async (id: string) => (await visitor.call('getProof', { id })).state,

    proofOutcome: (id: string): Promise<ApiAnswer<'getProof'>> =>
      waitUntil('the proof to end', async () => {
        const proof = await visitor.call('getProof', { id })
        return ['verified', 'done', 'abandoned', 'expired'].includes(proof.state) && proof
      }),
  }
}
