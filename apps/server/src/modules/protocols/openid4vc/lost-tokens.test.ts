import { holderKeys, SdJwtWallet } from '@lastmile/e2e/sd-jwt-wallet'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
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

const errorOf = async (response: Response) => {
  const { error } = (await response.json()) as { error: string }
  return `${response.status} ${error}`
}

/** An offer, and the calls of a wallet with a key of its own. */
async function bound(name: string) {
  const attributes = staffCard(name).attributes
  const body = { protocol: 'openid4vc' as const, cred_def_id: definitionId, credential_proposal: { attributes } }
  const wallet = new SdJwtWallet((await visitor.call('offerCredential', { body })).invitation_url ?? '')
  const [key, other] = await holderKeys(2)
  if (!key || !other) throw new Error('No keys')
  const ask = async (by = key) => wallet.token(wallet.code, await wallet.bound(by, '/openid4vc/token'))
  const tokenIn = async (answer: Response) => ((await answer.json()) as { access_token: string }).access_token
  const use = async (token: string) => {
    const proofs = await wallet.proofs(await wallet.nonce(), await holderKeys())
    return wallet.credential(token, proofs, undefined, await wallet.bound(key, '/openid4vc/credential', token))
  }
  return { wallet, other, ask, tokenIn, use }
}

it('a lost token is given anew to the same key, until a credential is, and the earlier one ends', async () => {
  const { ask, tokenIn, use } = await bound('Lost')
  const lost = await tokenIn(await ask())
  const token = await tokenIn(await ask())
  expect(await errorOf(await use(lost))).toBe('401 invalid_token')
  expect((await use(token)).status).toBe(200)
  expect(await errorOf(await ask())).toBe('400 invalid_grant')
  expect((await use(token)).status).toBe(200)
})

it('a token is given anew to no other key, and to none', async () => {
  const { wallet, other, ask, tokenIn, use } = await bound('Stolen')
  const token = await tokenIn(await ask())
  expect(await errorOf(await ask(other))).toBe('400 invalid_grant')
  expect(await errorOf(await wallet.token())).toBe('400 invalid_grant')
  expect((await use(token)).status).toBe(200)
})

it('a token is given once to a wallet that proved no key', async () => {
  const { wallet, ask } = await bound('Without a key')
  expect((await wallet.token()).status).toBe(200)
  expect(await errorOf(await ask())).toBe('400 invalid_grant')
})

it('of the tokens for eight equal codes at once, one alone is good', async () => {
  const { ask, tokenIn, use } = await bound('Eight of one key')
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask()))
  const given = answers.filter(({ status }) => status === 200)
  expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 503)).toEqual([])
  const statuses: number[] = []
  for (const answer of given) statuses.push((await use(await tokenIn(answer))).status)
  expect(statuses.sort()).toEqual([200, ...Array(given.length - 1).fill(401)])
})

it('a token that is given anew ends when the first one would have', async () => {
  const { ask } = await bound('In time')
  const secondsOf = async (answer: Response) => ((await answer.json()) as { expires_in: number }).expires_in
  expect(await secondsOf(await ask())).toBe(600)
  const later = Date.now() + 4 * 60_000
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => later)
  try {
    const left = await secondsOf(await ask())
    expect(left).toBeGreaterThan(300)
    expect(left).toBeLessThanOrEqual(360)
  } finally {
    clock.mockRestore()
  }
})
