import { holderKeys, SdJwtWallet } from '@lastmile/e2e/sd-jwt-wallet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../../../../test/running-server.ts'
import { readyDefinition, staffCard } from '../../../../test/showcase.ts'
import type { VisitorClient } from '../../../../test/visitor-client.ts'

let server: TestServer
let visitor: VisitorClient
let definitionId: string

beforeAll(async () => {
  server = await TestServer.start()
  visitor = server.visitor()
  definitionId = await readyDefinition(visitor, staffCard(), 'openid4vc')
})
afterAll(async () => {
  visitor.disconnect()
  await server.stop()
})

let count = 0
const offer = async (name = `Across ${++count}`) => {
  const attributes = staffCard(name).attributes
  const body = { protocol: 'openid4vc' as const, cred_def_id: definitionId, credential_proposal: { attributes } }
  const record = await visitor.call('offerCredential', { body })
  const { invitation_url = '', other_device } = record
  const { invitation_url: link = '', tx_code: txCode = '' } = other_device ?? {}
  const id = record.credential_exchange_id
  const wallet = await SdJwtWallet.byReference(link)
  const types = (code: string | undefined) => wallet.token(undefined, {}, code)
  return { id, record, link, txCode, wallet, types, here: new SdJwtWallet(invitation_url) }
}
const wrong = (txCode: string) => String((Number(txCode) + 1) % 1_000_000).padStart(6, '0')
const errorOf = async (response: Response) => {
  const { error } = (await response.json()) as { error: string }
  return `${response.status} ${error}`
}
const outcome = async (id: string) => {
  const { state, refusal } = await visitor.call('getCredential', { id })
  return [state, refusal]
}

it('takes a code that stands on the page from a wallet on another device', async () => {
  const { id, link, txCode, wallet, types, here } = await offer()
  expect(txCode).toMatch(/^\d{6}$/)
  expect(link).not.toContain(wallet.code)
  expect(wallet.code).not.toBe(here.code)
  expect(Object.values(wallet.offer.grants)[0]?.tx_code).toMatchObject({ input_mode: 'numeric', length: 6 })
  expect(await errorOf(await types(undefined))).toBe('400 invalid_request')
  expect(await errorOf(await here.token(undefined, {}, txCode))).toBe('400 invalid_request')
  expect((await types(txCode)).status).toBe(200)
  expect(await outcome(id)).toEqual(['request_received', null])
  expect(await errorOf(await types(txCode))).toBe('400 invalid_grant')
  expect(await errorOf(await here.token())).toBe('400 invalid_grant')
})

it('is the same offer for the same request, and is read, until it is taken', async () => {
  const { record, txCode, types, link } = await offer('Repeated')
  expect((await offer('Repeated')).record).toEqual(record)
  await types(txCode)
  const body = {
    protocol: 'openid4vc' as const,
    cred_def_id: definitionId,
    credential_proposal: { attributes: staffCard('Repeated').attributes },
  }
  const again = await visitor.call('offerCredential', { body })
  expect(again.credential_exchange_id).not.toBe(record.credential_exchange_id)
  expect(again.other_device).not.toEqual(record.other_device)
  const { status } = await fetch(new URL(link).searchParams.get('credential_offer_uri') ?? '')
  expect(status).toBe(404)
})

it('forgives two wrong codes, and ends at the third, for every device', async () => {
  const { id, txCode, types, here } = await offer()
  for (const code of [wrong(txCode), 'x'.repeat(500)])
    expect(await errorOf(await types(code))).toBe('400 invalid_grant')
  expect(await outcome(id)).toEqual(['offer_sent', null])
  expect(await errorOf(await types(''))).toBe('400 invalid_grant')
  expect(await outcome(id)).toEqual(['abandoned', 'wrong-code'])
  for (const response of [await types(txCode), await here.token()])
    expect(await errorOf(response)).toBe('400 invalid_grant')

  const forgiven = await offer()
  for (const _ of [1, 2]) await forgiven.types(wrong(forgiven.txCode))
  expect((await forgiven.types(forgiven.txCode)).status).toBe(200)
})

it('is given anew to the key that had the right code, and counts no wrong one of it', async () => {
  const { id, txCode, wallet, types } = await offer()
  const [key] = await holderKeys()
  if (!key) throw new Error('No key')
  const again = async (code?: string) => wallet.token(undefined, await wallet.bound(key, '/openid4vc/token'), code)
  expect((await again(txCode)).status).toBe(200)
  for (const code of Array(4).fill(wrong(txCode))) expect(await errorOf(await again(code))).toBe('400 invalid_grant')
  expect(await errorOf(await again())).toBe('400 invalid_request')
  expect(await errorOf(await types(txCode))).toBe('400 invalid_grant')
  expect((await again(txCode)).status).toBe(200)
  expect(await outcome(id)).toEqual(['request_received', null])
})

it('tells nothing of codes that are tried at once: at most three of them count, and one wallet at most has a token', async () => {
  const { id, txCode, types, here } = await offer()
  const answers = await Promise.all([...Array.from({ length: 8 }, () => types(wrong(txCode))), types(txCode)])
  const texts = await Promise.all(answers.map(async (answer) => `${answer.status} ${await answer.text()}`))
  const refused = texts.filter((text) => !text.startsWith('200'))
  expect(new Set(refused).size).toBe(1)
  expect(refused.length).toBeGreaterThanOrEqual(8)
  const [state] = await outcome(id)
  expect(refused.length === 8 ? ['request_received'] : ['offer_sent', 'abandoned']).toContain(state)
  if (state !== 'offer_sent') expect((await here.token()).status).toBe(400)
})
