import { type OurWallet, openOurWallet } from '@lastmile/e2e/our-wallet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../../../../test/running-server.ts'
import { proofOutcome, readyDefinition, staffCard, staffCheck } from '../../../../test/showcase.ts'
import type { VisitorClient } from '../../../../test/visitor-client.ts'

let server: TestServer
let visitor: VisitorClient
let definitionId: string
let wallet: OurWallet
/** Addresses that the wallet was led back to. */
const visited: string[] = []
/** The address whose next answer gets lost. */
let lost: string | undefined

beforeAll(async () => {
  server = await TestServer.start()
  visitor = server.visitor()
  definitionId = await readyDefinition(visitor, staffCard(), 'openid4vc')
  wallet = await openOurWallet({
    fetch: async (url, options) => {
      const answer = await fetch(url, options)
      if (url !== lost) return answer
      lost = undefined
      throw new TypeError('The answer is lost')
    },
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
  return { record, state, here: record.invitation_url ?? '' }
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
  const { state, here } = await offer('Bola')
  const offerId = await taken(here)
  const [offered] = wallet.holder.snapshot().offers
  expect(offered).toMatchObject({
    id: offerId,
    from: { label: 'Records Office', host: new URL(server.url).host, isDirect: true },
    state: 'offered',
    kind: { issuer: server.url },
    names: [{ name: 'name' }, { name: 'date_of_expiry' }],
  })
  expect(await taken(here)).toBe(offerId)
  expect(await state()).toBe('offer_sent')

  await wallet.holder.accept(offerId)
  expect(await state()).toBe('credential_issued')
  const [held] = wallet.holder.snapshot().credentials
  expect(held).toMatchObject({ format: 'sd-jwt', revocable: true, unlinkable: 10 })
  expect(held?.attributes.map(({ name, value }) => ({ name, value }))).toEqual([
    { name: 'name', value: 'Bola' },
    { name: 'date_of_expiry', value: '2030-01-01' },
  ])
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
  await wallet.holder.answer(await asked(shortUrl))
  expect((await proofOutcome(visitor, id)).state).toBe('verified')
  expect(visited.at(-1)).toBe(`${server.url}/openid4vc/returns/other-device`)
})

it('declines an offer and a request so that the other side hears of it', async () => {
  const { state, here } = await offer('Unwanted')
  await wallet.holder.decline(await taken(here))
  await expect.poll(state, patience).toBe('abandoned: declined')

  const { id, shortUrl } = await ask({ name: 'Unwanted' })
  await wallet.holder.decline(await asked(shortUrl))
  expect(await proofOutcome(visitor, id)).toMatchObject({ state: 'abandoned', refusal: 'declined' })
  const { credentials, history } = wallet.holder.snapshot()
  expect(credentials).toHaveLength(1)
  expect(history.slice(0, 2).map(({ what }) => what)).toEqual(['request-declined', 'offer-declined'])
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

it.each(['token', 'credential', 'notification'])(
  'asks again when the answer of the %s endpoint is lost',
  async (name) => {
    const { state, here } = await offer(`Lost ${name}`)
    const offerId = await taken(here)
    lost = `${server.url}/openid4vc/${name}`
    await wallet.holder.accept(offerId)
    await expect.poll(state, patience).toBe('credential_issued')
    const received = () => wallet.holder.snapshot().credentials[0]?.attributes[0]?.value
    await expect.poll(received, patience).toBe(`Lost ${name}`)
    expect(lost).toBeUndefined()
  },
)

it('takes an offer with a code when the answer was lost, and the code is typed in once more', async () => {
  const { record, state } = await offer('Lost across')
  const { invitation_url: link = '', tx_code: code = '' } = record.other_device ?? {}
  const offerId = await taken(link)
  lost = `${server.url}/openid4vc/token`
  await expect(wallet.holder.accept(offerId, code)).rejects.toMatchObject({ code: 'unreachable' })
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

/** A day so many years ago today, and one day later where the person is a day too young. */
function bornYearsAgo(years: number, daysLater = 0): string {
  const day = new Date()
  day.setUTCFullYear(day.getUTCFullYear() - years)
  day.setUTCDate(day.getUTCDate() + daysLater)
  return day.toISOString().slice(0, 10).replaceAll('-', '')
}

describe('of an age', () => {
  const ageCheck = async (cardId: string, years: number, shown: readonly string[] = []) => {
    const older = { name: 'birth_date', p_type: '<=' as const, p_value: Number(bornYearsAgo(years)) }
    const restrictions = [{ cred_def_id: cardId }]
    const proof_request = {
      name: `At least ${years}`,
      requested_attributes: Object.fromEntries(shown.map((name) => [name, { name, restrictions }])),
      requested_predicates: { older: { ...older, restrictions } },
    }
    const { shortUrl, proof } = await visitor.call('requestProofOutOfBand', {
      body: { protocol: 'openid4vc', my_label: 'Cinema', proof_request },
    })
    await visitor.subscribe({ proofId: proof.presentation_exchange_id })
    const requestId = await asked(shortUrl)
    const [request] = wallet.holder.snapshot().requests
    await wallet.holder.answer(requestId)
    const { state, refusal, presentation } = await proofOutcome(visitor, proof.presentation_exchange_id)
    return { state, refusal, names: request?.items[0]?.names, proved: presentation?.requested_proof.predicates }
  }

  /** @param known an earlier card's id, for another one of its kind */
  const cardOf = async (name: string, birthDate: string, known?: string) => {
    const attributes = [
      { name: 'name', value: 'Bola' },
      { name: 'birth_date', value: birthDate },
    ]
    const cardId = known ?? (await readyDefinition(visitor, { name, attributes }, 'openid4vc'))
    const body = { protocol: 'openid4vc' as const, cred_def_id: cardId, credential_proposal: { attributes } }
    const { invitation_url: link = '' } = await visitor.call('offerCredential', { body })
    await wallet.holder.accept(await taken(link))
    return cardId
  }

  it('shows that alone where the issuer states it, and the date of birth where not', async () => {
    const cardId = await cardOf('Of age', bornYearsAgo(18))
    expect(await ageCheck(cardId, 18)).toEqual({
      state: 'verified',
      refusal: null,
      proved: { older: {} },
      names: ['age_equal_or_over › 18'],
    })
    const { shown } = wallet.holder.snapshot().history.find(({ what }) => what === 'shared') ?? {}
    expect(shown).toEqual(['age_equal_or_over › 18'])
    expect(await ageCheck(cardId, 17)).toMatchObject({ state: 'verified', names: ['birthdate'] })
  })

  it('proposes the older card where the newest does not meet the condition, shown or not', async () => {
    const cardId = await cardOf('Two people', bornYearsAgo(40))
    await cardOf('Two people', bornYearsAgo(9), cardId)
    expect(await ageCheck(cardId, 18)).toMatchObject({ state: 'verified', names: ['age_equal_or_over › 18'] })
    expect(await ageCheck(cardId, 20)).toMatchObject({ state: 'verified', names: ['birthdate'] })
    const shown = ['birth_date']
    expect(await ageCheck(cardId, 19, shown)).toMatchObject({ state: 'verified', names: ['birthdate'] })
    expect(await ageCheck(cardId, 60, shown)).toMatchObject({ state: 'abandoned', refusal: 'predicate-not-met' })
  })

  it('is refused where it is a day too young', async () => {
    const cardId = await cardOf('Minor', bornYearsAgo(18, 1))
    const refused = { state: 'abandoned', refusal: 'predicate-not-met' }
    expect(await ageCheck(cardId, 18)).toMatchObject({ ...refused, names: ['age_equal_or_over › 18'] })
    expect(await ageCheck(cardId, 19)).toMatchObject({ ...refused, names: ['birthdate'] })
    expect(await ageCheck(cardId, 16)).toMatchObject({ state: 'verified' })
  })
})
