import assert from 'node:assert/strict'
import type { OurWallet } from '../../our-wallet.ts'
import { waitUntil } from '../processes.ts'
import type { Credo } from './credo.ts'
import type { OurSite } from './our-site.ts'
import { take, takeRequest } from './our-wallet-takes.ts'

const claims = { full_name: 'Amina Bello', expiry_date: '20991231' }
const attributes = Object.entries(claims).map(([name, value]) => ({ name, value }))
const batchSize = 4

interface Offered {
  link: string
  id: string
  txCode?: string
}
interface Outcome {
  state: string
  claims?: Record<string, unknown>[]
}

/**
 * Our wallet takes credentials from Credo and proves to it.
 * @param type of Credo's credentials
 */
export function credoIssuerJourney(
  credo: Credo,
  wallet: OurWallet,
  site: OurSite,
  type: string,
): [name: string, work: () => Promise<void>][] {
  const { holder } = wallet
  const offer = (options: object = {}) =>
    credo.call<Offered>('offer', { claims, withIssuer: true, txCode: false, ...options })
  const ask = ({ vct = type, name = 'full_name', clientIdPrefix = 'x509_hash' } = {}) => {
    const query = { id: 'card', format: 'dc+sd-jwt', meta: { vct_values: [vct] }, claims: [{ path: [name] }] }
    return credo.call<Offered>('ask', { query: { credentials: [query] }, clientIdPrefix })
  }
  const issued = (id: string) =>
    waitUntil('Credo to have issued', async () => {
      const { state } = await credo.call<Outcome>('issuance', { id })
      return state === 'Completed'
    })
  const outcome = (id: string) =>
    waitUntil('Credo to have judged', async () => {
      const verification = await credo.call<Outcome>('verification', { id })
      return ['ResponseVerified', 'Error'].includes(verification.state) && verification
    })
  const newest = () => {
    const [first] = holder.snapshot().credentials
    assert(first)
    return first
  }

  return [
    [
      'our wallet takes an offer: a batch of four, as the issuer describes them',
      async () => {
        await credo.call('createParties', { batchSize })
        const { link, id } = await offer()
        const offerId = await take(holder, link)
        const [offered] = holder.snapshot().offers
        assert.equal(offered?.from.label, 'College')
        assert.equal(offered?.kind.name, 'Card')
        await holder.accept(offerId)
        const named = newest().attributes.map(({ name, value }) => ({ name, value }))
        assert.deepEqual(named, attributes)
        assert.equal(newest().unlinkable, batchSize)
        await issued(id)
      },
    ],
    [
      'our wallet proves what a DCQL query asks for, and nothing else',
      async () => {
        const { link, id } = await ask()
        const requestId = await takeRequest(holder, link)
        const [request] = holder.snapshot().requests
        assert.equal(request?.from.label, 'Shop')
        assert.equal(request?.possible, true)
        await holder.answer(requestId)
        const { state, claims: shown = [] } = await outcome(id)
        assert.equal(state, 'ResponseVerified')
        assert.equal(shown[0]?.full_name, 'Amina Bello')
        assert.equal(shown[0]?.expiry_date, undefined)
        assert.equal(newest().unlinkable, batchSize - 1)
      },
    ],
    [
      'our wallet knows before anything is sent that it can not prove a request',
      async () => {
        const requestId = await takeRequest(holder, (await ask({ name: 'licence' })).link)
        assert.equal(holder.snapshot().requests[0]?.possible, false)
        await assert.rejects(holder.answer(requestId), { code: 'cannot-prove' })
        await holder.decline(requestId)
      },
    ],
    [
      'our wallet declines a request, and Credo sees it',
      async () => {
        const { link, id } = await ask()
        await holder.decline(await takeRequest(holder, link))
        assert.equal((await outcome(id)).state, 'Error')
      },
    ],
    [
      'our wallet refuses a verifier that names itself by its host',
      async () => {
        const { link } = await ask({ clientIdPrefix: 'x509_san_dns' })
        await assert.rejects(takeRequest(holder, link), { code: 'unsupported-request' })
      },
    ],
    [
      'a code has to be typed in, and a wrong one can be corrected',
      async () => {
        const { link, id, txCode = '' } = await offer({ txCode: true })
        const offerId = await take(holder, link)
        assert.deepEqual(holder.snapshot().offers[0]?.code, { length: 4, isNumeric: true })
        const wrong = String((Number(txCode) + 1) % 10_000).padStart(4, '0')
        await assert.rejects(holder.accept(offerId, wrong), { code: 'wrong-code' })
        await holder.accept(offerId, txCode)
        await issued(id)
      },
    ],
    [
      'a credential without the claim iss is taken',
      async () => {
        const before = holder.snapshot().credentials.length
        const { link, id } = await offer({ withIssuer: false })
        await holder.accept(await take(holder, link))
        assert.equal(holder.snapshot().credentials.length, before + 1)
        await issued(id)
      },
    ],
    [
      'our wallet declines an offer, and keeps nothing',
      async () => {
        const before = holder.snapshot().credentials.length
        await holder.decline(await take(holder, (await offer()).link))
        assert.deepEqual(holder.snapshot().offers, [])
        assert.equal(holder.snapshot().credentials.length, before)
      },
    ],
    [
      'Credo takes a credential of our server, until it is revoked',
      async () => {
        const offered = await site.offer('Efe Musa')
        await holder.accept(await take(holder, offered.here))
        const { id: credentialId } = newest()
        const first = await ask({ vct: site.type })
        await holder.answer(await takeRequest(holder, first.link))
        const verified = await outcome(first.id)
        assert.deepEqual([verified.state, verified.claims?.[0]?.full_name], ['ResponseVerified', 'Efe Musa'])

        await site.revoke(offered.id)
        const second = await ask({ vct: site.type })
        const requestId = await takeRequest(holder, second.link)
        const [item] = holder.snapshot().requests[0]?.items ?? []
        await holder.answer(requestId, { [item?.referent ?? '']: { credentialId, evenRevoked: true } })
        assert.equal((await outcome(second.id)).state, 'Error')
      },
    ],
  ]
}
