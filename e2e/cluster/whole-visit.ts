import { setTimeout as pause } from 'node:timers/promises'
import type { ApiBody, Protocol } from '@lastmile/contracts'
import { createVisitor } from '../interop/product-server.ts'
import { openWillingWallet } from '../willing-wallet.ts'

export const attributes = [
  { name: 'name', value: 'Bola' },
  { name: 'expiry_date', value: '20300101' },
]
/** How long a step may take, in milliseconds. */
const longestStep = 60_000
/** How long a whole visit may take, in milliseconds. */
const longestVisit = 60_000

/** Tried again for a while: a call that a server took before it died gets no answer. */
async function patiently<Result>(call: () => Promise<Result>): Promise<Result> {
  for (let tries = 0; ; tries++) {
    try {
      return await call()
    } catch (error) {
      if (tries === 40) throw error
      await pause(250)
    }
  }
}

/** Waits for the keys of a credential, as far as its family needs some: the visits' own by default. @returns its id */
export async function preparedDefinition(
  origin: string,
  protocol: Protocol = 'didcomm',
  credential = { name: 'Staff Card', attributes },
): Promise<string> {
  const visitor = createVisitor(origin)
  const body = protocol === 'openid4vc' ? { credential, protocol } : { credential }
  for (;;) {
    const { data, state } = await patiently(() => visitor.call('getOrCreateCredDef', { body }))
    if (state === 'ready') return data
    await pause(500)
  }
}

/** The request for a proof of the visits' credential. */
export function checkOf(definition: string, more: object = {}): ApiBody<'requestProof'>['proof_request'] {
  const restrictions = [{ cred_def_id: definition }]
  return {
    name: 'Check',
    requested_attributes: { card: { names: ['name'], restrictions, ...more } },
    requested_predicates: {
      valid: { name: 'expiry_date', p_type: '>=', p_value: 20260101, restrictions, ...more },
    },
  }
}

/**
 * A visitor with a wallet connects, takes a credential and proves it; then, if so wanted, has it revoked, and can prove
 * it no more. By OpenID4VC, no connection is made. Rejects when a step does not end, or ends otherwise.
 */
export async function wholeVisit(
  origin: string,
  definition: string,
  { revokes = false, protocol = 'didcomm' as Protocol } = {},
): Promise<void> {
  const visitor = createVisitor(origin)
  const wallet = await openWillingWallet({ onProblem: () => undefined })
  async function until<Found extends { state: string }>(states: string[], read: () => Promise<Found>): Promise<Found> {
    let state = 'unread'
    for (const giveUpAt = performance.now() + longestStep; ; await pause(50)) {
      const found = await read().catch(() => undefined)
      if (found && states.includes(found.state)) return found
      state = found?.state ?? state
      if (performance.now() > giveUpAt) throw new Error(`It stays ${state}`)
    }
  }
  const connected = async () => {
    const { connection_id, invitation_url, invi_msg_id } = await patiently(() =>
      visitor.call('createInvite', { body: { my_label: 'Office' } }),
    )
    await patiently(() => wallet.receive(invitation_url))
    await until(['active'], () => visitor.call('getConnectionByInvitation', { id: invi_msg_id }))
    return connection_id
  }
  try {
    const connection_id = protocol === 'didcomm' ? await connected() : undefined
    const offer = { cred_def_id: definition, credential_proposal: { attributes } }
    const { credential_exchange_id: id, invitation_url } = await patiently(() =>
      visitor.call('offerCredential', {
        body: connection_id === undefined ? { ...offer, protocol: 'openid4vc' } : { ...offer, connection_id },
      }),
    )
    if (invitation_url !== undefined) await patiently(() => wallet.receive(invitation_url))
    const { revoc_reg_id, revocation_id } = await until(['credential_issued'], () =>
      visitor.call('getCredential', { id }),
    )
    const proof_request = checkOf(definition, revokes ? { non_revoked: {} } : {})
    const asked = async () => {
      if (connection_id !== undefined)
        return patiently(() => visitor.call('requestProof', { body: { connection_id, proof_request } }))
      const { proof, shortUrl } = await patiently(() =>
        visitor.call('requestProofOutOfBand', { body: { protocol: 'openid4vc', my_label: 'Office', proof_request } }),
      )
      await patiently(() => wallet.receive(shortUrl))
      return proof
    }
    const prove = async () => {
      const { presentation_exchange_id } = await asked()
      return until(['verified', 'done', 'abandoned'], () => visitor.call('getProof', { id: presentation_exchange_id }))
    }
    const proof = await prove()
    if (!proof.verified) throw new Error(`The proof ended ${proof.state}: ${proof.reason}`)
    if (!revokes) return
    await patiently(() =>
      visitor.call('revoke', {
        body: { connection_id, rev_reg_id: revoc_reg_id ?? '', cred_rev_id: revocation_id ?? '' },
      }),
    )
    const { verified } = await prove()
    // A visitor who asked for an offer again after a failure may hold two; the other is not revoked.
    if (verified && wallet.holder.snapshot().credentials.length === 1) throw new Error('What is revoked was proved')
  } finally {
    await wallet.close()
  }
}

/**
 * So many visits, one begun each 300 ms, reported in a line.
 * @returns how many did not end well
 */
export async function visits(
  how: string,
  count: number,
  visit: () => Promise<void>,
  say: (text: string) => void,
): Promise<number> {
  const took: number[] = []
  const began = performance.now()
  await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      await pause(index * 300)
      const from = performance.now()
      try {
        await visit()
        const time = performance.now() - from
        if (time > longestVisit) throw new Error(`It took ${time.toFixed(0)} ms`)
        took.push(time)
      } catch (error) {
        say(`  A visit failed: ${(error as Error).message.slice(0, 200)}`)
      }
    }),
  )
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  say(
    `${how}: ${took.length} of ${count} visits ended well, in ${seconds} s; the longest took ${Math.max(0, ...took).toFixed(0)} ms`,
  )
  return count - took.length
}
