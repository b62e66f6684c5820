import assert from 'node:assert/strict'
import type { Credo } from './credo.ts'
import type { OurSite } from './our-site.ts'

interface Taken {
  id: string
  copies: number
  claims: Record<string, unknown>
  isBound: boolean
}
interface Presented {
  ok: boolean
  answer: Record<string, unknown>
  redirectUri?: string
}

/** Credo takes credentials from our server and proves to it. */
export function credoHolderJourney(credo: Credo, site: OurSite): [name: string, work: () => Promise<void>][] {
  /** The offer of the credential that Credo holds. */
  let heldOffer = ''

  const present = (link: string) => credo.call<Presented>('present', { link })

  return [
    [
      'Credo takes an offer by value: ten copies, and a token bound to its key (DPoP)',
      async () => {
        const { id, here } = await site.offer('Amina Bello')
        const { copies, isBound, claims } = await credo.call<Taken>('take', { link: here })
        heldOffer = id
        assert.equal(copies, 10)
        assert.equal(isBound, true)
        assert.equal(claims.full_name, 'Amina Bello')
        assert.equal((await site.outcomeOf(id)).state, 'credential_issued')
      },
    ],
    [
      'Credo takes an offer by reference, for another device, only with its code',
      async () => {
        const { id, elsewhere } = await site.offer('Bola Ade')
        const link = elsewhere.invitation_url
        const wrong = String((Number(elsewhere.tx_code) + 1) % 1_000_000).padStart(6, '0')
        await assert.rejects(credo.call('take', { link, txCode: wrong }), /invalid_grant/)
        const taken = await credo.call<Taken>('take', { link, txCode: elsewhere.tx_code })
        assert.equal(taken.claims.full_name, 'Bola Ade')
        assert.equal((await site.outcomeOf(id)).state, 'credential_issued')
        await credo.call('forget', { id: taken.id })
      },
    ],
    [
      'an offer is taken once',
      async () => {
        const { here } = await site.offer('Chidi Eze')
        await credo.call<Taken>('take', { link: here, isDeclined: true })
        await assert.rejects(credo.call('take', { link: here }), /invalid_grant/)
      },
    ],
    [
      'Credo declines an offer, and the visitor sees it',
      async () => {
        const { id, here } = await site.offer('Dayo Obi')
        await credo.call<Taken>('take', { link: here, isDeclined: true })
        const { state, refusal } = await site.outcomeOf(id)
        assert.deepEqual([state, refusal], ['abandoned', 'declined'])
      },
    ],
    [
      'Credo proves on another device: verified at once',
      async () => {
        const { id, elsewhere } = await site.ask('By QR code')
        const { ok, redirectUri } = await present(elsewhere)
        assert.deepEqual([ok, redirectUri?.endsWith('/openid4vc/returns/other-device')], [true, true])
        const { verified, presentation } = await site.proofOutcome(id)
        assert.equal(verified, true)
        assert.equal(presentation?.requested_proof.revealed_attr_groups.holder?.values.full_name?.raw, 'Amina Bello')
      },
    ],
    [
      'Credo proves on the same device: verified when the browser comes back',
      async () => {
        const { id, here } = await site.ask('On this device')
        const { ok, redirectUri = '' } = await present(here)
        assert.equal(ok, true)
        assert.equal(await site.proofState(id), 'request_sent')
        assert.equal(await site.comeBack(redirectUri), 303)
        assert.equal((await site.proofOutcome(id)).verified, true)
      },
    ],
    [
      'a request is answered once',
      async () => {
        const { id, elsewhere } = await site.ask('Once')
        await present(elsewhere)
        assert.equal((await site.proofOutcome(id)).verified, true)
        await assert.rejects(present(elsewhere))
      },
    ],
    [
      'a condition that does not hold is refused',
      async () => {
        const { id, elsewhere } = await site.ask('Too late', 21000101)
        assert.equal((await present(elsewhere)).ok, true)
        const { verified, refusal, presentation } = await site.proofOutcome(id)
        assert.deepEqual([verified, refusal, presentation], [false, 'predicate-not-met', null])
      },
    ],
    [
      'a revoked credential is refused',
      async () => {
        await site.revoke(heldOffer)
        const { id, elsewhere } = await site.ask('Revoked')
        await present(elsewhere)
        const { verified, refusal, presentation } = await site.proofOutcome(id)
        assert.deepEqual([verified, refusal, presentation], [false, 'revoked', null])
      },
    ],
  ]
}
