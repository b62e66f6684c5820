import { type OurWallet, openOurWallet } from '@lastmile/e2e/our-wallet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../../../../test/running-server.ts'
import { proofOutcome, readyDefinition, staffCard, staffCheck } from '../../../../test/showcase.ts'
import type { VisitorClient } from '../../../../test/visitor-client.ts'

let server: TestServer
let visitor: VisitorClient
let definitionId: string
let wallet: OurWallet
/** Addresses that the wallet was led back to. */
const visited: string[] = []

beforeAll(async () => {
  server = await TestServer.start()
  visitor = server.visitor()
  definitionId = await readyDefinition(visitor, staffCard(), 'openid4vc')
  wallet = await openOurWallet({
    visit: (url) => {
      visited.push(url)
      void fetch(url, { headers: { cookie: visitor.cookie ?? '' }, redirect: 'manual' })
    },
  })
})
afterAll(async () => {
  visitor.disconnect()
  await wallet.holder.close()
  await server.stop()
})

const patience = { timeout: 15_000 }

async function offer(name: string) {
  const attributes = staffCard(name).attributes
  const body = { protocol: 'openid4vc' as const, cred_def_id: definitionId, credential_proposal: { attributes } }
  const record = await visitor.call('offerCredential', { body })
  const state = async () => {
    const { state: now, refusal } = await visitor.call('getCredential', { id: record.credential_exchange_id })
    return refusal ? `${now}: ${refusal}` : now
  }
  return { record, state, here: record.invitation_url ?? '', attributes }
}

async function taken(link: string) {
  const received = await wallet.holder.receive(link)
  if (!('offerId' in received)) throw new Error('It is no offer')
  return received.offerId
}

async function ask(options: Parameters<typeof staffCheck>[1] = {}) {
  const { proofUrl, shortUrl, proof } = await visitor.call('requestProofOutOfBand', {
    body: { protocol: 'openid4vc', my_label: 'Front Desk', proof_request: staffCheck(definitionId, options) },
  })
  const id = proof.presentation_exchange_id
  await visitor.subscribe({ proofId: id })
  return { id, proofUrl, shortUrl }
}

async function asked(link: string) {
  const received = await wallet.holder.receive(link)
  if (!('requestId' in received)) throw new Error('It is no request')
  return received.requestId
}

it('receives a batch of credentials, and shows each copy to one verifier alone', async () => {
  const { state, here, attributes } = await offer('Bola')
  const inOrder = attributes.toSorted((one, other) => one.name.localeCompare(other.name))
  const offerId = await taken(here)
  const [offered] = wallet.holder.snapshot().offers
  expect(offered).toMatchObject({
    id: offerId,
    from: { label: 'Records Office', host: new URL(server.url).host, isDirect: true },
    state: 'offered',
    kind: { issuer: server.url },
    names: inOrder.map(({ name }) => name),
  })
  expect(await taken(here)).toBe(offerId)
  expect(await state()).toBe('offer_sent')

  await wallet.holder.accept(offerId)
  expect(await state()).toBe('credential_issued')
  const [held] = wallet.holder.snapshot().credentials
  expect(held).toMatchObject({ format: 'sd-jwt', attributes: inOrder, revocable: true, unlinkable: 10 })
  expect(wallet.holder.snapshot().offers).toEqual([])

  const { id, proofUrl } = await ask()
  const requestId = await asked(proofUrl)
  const [request] = wallet.holder.snapshot().requests
  expect(request).toMatchObject({ from: { label: 'Front Desk', isDirect: true }, possible: true })
  await wallet.holder.answer(requestId)
  expect(visited.at(-1)).toMatch(/^http.*\/openid4vc\/returns\//)
  expect((await proofOutcome(visitor, id)).state).toBe('verified')
  expect(wallet.holder.snapshot().credentials[0]).toMatchObject({ unlinkable: 9 })
  expect(wallet.holder.snapshot().history[0]).toMatchObject({ what: 'shared', with: { label: 'Front Desk' } })
})

it('shows another key in each proof, and fetches more copies before it has none', async () => {
  const keys: string[] = []
  for (let number = 0; number < 14; number += 1) {
    const { id, shortUrl } = await ask()
    await wallet.holder.answer(await asked(shortUrl))
    const { presentation } = await proofOutcome(visitor, id)
    keys.push(...(presentation?.requested_proof.holder_keys ?? []))
  }
  expect(keys).toHaveLength(14)
  expect(new Set(keys).size).toBe(14)
  const copies = () => wallet.holder.snapshot().credentials[0]?.unlinkable ?? 0
  await expect.poll(copies, patience).toBeGreaterThan(3)
})

it('answers a request of another device at once', async () => {
  const { id, shortUrl } = await ask({ name: 'By QR code' })
  const before = visited.length
  await wallet.holder.answer(await asked(shortUrl))
  expect((await proofOutcome(visitor, id)).state).toBe('verified')
  expect(visited.length).toBe(before)
})

it('declines an offer and a request so that the other side hears of it', async () => {
  const { state, here } = await offer('Unwanted')
  await wallet.holder.decline(await taken(here))
  await expect.poll(state, patience).toBe('abandoned: declined')

  const { id, shortUrl } = await ask({ name: 'Unwanted' })
  await wallet.holder.decline(await asked(shortUrl))
  expect(await proofOutcome(visitor, id)).toMatchObject({ state: 'abandoned', refusal: 'declined' })
  expect(wallet.holder.snapshot().credentials).toHaveLength(1)
})

it('types in a code, and may try again when it was wrong', async () => {
  const { record, state } = await offer('Across')
  const { invitation_url: link = '', tx_code: code = '' } = record.other_device ?? {}
  const offerId = await taken(link)
  expect(wallet.holder.snapshot().offers[0]).toMatchObject({ code: { length: 6, isNumeric: true } })
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  await expect(wallet.holder.accept(offerId, wrong)).rejects.toMatchObject({ code: 'wrong-code' })
  expect(await state()).toBe('offer_sent')
  await wallet.holder.accept(offerId, code)
  expect(await state()).toBe('credential_issued')
})

it('uses its last copy again when the issuer gives no more', async () => {
  const { here, record } = await offer('Used up')
  await wallet.holder.accept(await taken(here))
  const { revocation_id: place, revoc_reg_id: list } = await visitor.call('getCredential', {
    id: record.credential_exchange_id,
  })
  // Not published yet: the wallet does not know.
  await visitor.call('revoke', { body: { rev_reg_id: list ?? '', cred_rev_id: place ?? '', publish: false } })
  const keys: string[] = []
  for (let number = 0; number < 11; number += 1) {
    const { id, shortUrl } = await ask({ name: `Used up ${number}` })
    await wallet.holder.answer(await asked(shortUrl))
    const { presentation } = await proofOutcome(visitor, id)
    keys.push(...(presentation?.requested_proof.holder_keys ?? []))
  }
  expect(new Set(keys).size).toBe(10)
  expect(keys.at(-1)).toBe(keys.at(-2))
})

it('learns that a credential was revoked, and shows it only when told to', async () => {
  const { record, here } = await offer('Revoked')
  await wallet.holder.accept(await taken(here))
  const { revocation_id: place, revoc_reg_id: list } = await visitor.call('getCredential', {
    id: record.credential_exchange_id,
  })
  await visitor.call('revoke', { body: { rev_reg_id: list ?? '', cred_rev_id: place ?? '' } })
  const newest = () => wallet.holder.snapshot().credentials[0]
  await wallet.holder.checkRevocations()
  expect(newest()).toMatchObject({ revocable: true, revokedAt: expect.any(Number) })
  const revoked = newest()?.id ?? ''

  const { id, shortUrl } = await ask({ name: 'Even revoked', nonRevoked: true })
  const requestId = await asked(shortUrl)
  const [request] = wallet.holder.snapshot().requests
  expect(request?.items[0]?.fitting).not.toContain(revoked)
  await wallet.holder.answer(requestId, {
    [request?.items[0]?.referent ?? '']: { credentialId: revoked, evenRevoked: true },
  })
  expect(await proofOutcome(visitor, id)).toMatchObject({ state: 'abandoned', refusal: 'revoked' })
})
