import { type HolderKeyPair, holderKeys, SdJwtWallet } from '@lastmile/e2e/sd-jwt-wallet'
import { longestAnswer } from '@lastmile/formats/limits'
import { decodeJwt, SignJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Events } from '../src/core/events.ts'
import {
  createOpenid4vcAgent,
  type DpopNonceWanted,
  type EndpointError,
  type Openid4vcAgent,
} from '../src/openid4vc/index.ts'
import { type MemoryStorage, memoryStorage } from './memory-storage.ts'

const periodic = vi.hoisted(() => [] as (() => Promise<void>)[])
vi.mock('../src/core/run-periodically.ts', () => ({
  runPeriodically: async (_pause: number, task: () => Promise<void>) => void periodic.push(task),
}))

const logger = { info() {}, warn() {}, error() {} }
const minute = 60_000
const day = 24 * 60 * minute
const grant = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'
const publicUrl = 'https://site.example'
const picture = `data:image/png;base64,${'A'.repeat(20_000)}`

let agent: Openid4vcAgent
let storage: MemoryStorage
let bearer: HolderKeyPair
let holders: HolderKeyPair[]

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2027, 1, 10, 12) })
  periodic.length = 0
  storage = memoryStorage()
  const options = { publicUrl, dataDir: '', storeKey: new Uint8Array(32), logger }
  agent = createOpenid4vcAgent(options, storage, new Events(storage.events, logger))
  await agent.start()
  const definition = { name: 'Card', version: '1.0', attributeNames: ['name', 'photo'], revocable: true }
  await agent.registerCredentialDefinition({ key: 'card', ...definition })
  const [made] = await holderKeys()
  if (!made) throw new Error('No key')
  bearer = made
  holders = await holderKeys(10)
})
afterEach(async () => {
  await agent.stop()
  vi.useRealTimers()
})

const pass = (milliseconds: number) => void vi.setSystemTime(Date.now() + milliseconds)

async function periodicTasks(): Promise<void> {
  for (const task of periodic) await task()
}

async function offered(validSeconds?: number, photo = picture) {
  const attributes = [
    { name: 'name', value: 'Unmistakable' },
    { name: 'photo', value: photo },
  ]
  const offer = { definitionKey: 'card', attributes, validSeconds }
  const { credentialId: id } = await agent.offerByInvitation(offer)
  const wallet = new SdJwtWallet((await agent.offerInvitation(id))?.invitationUrl ?? '')
  const proved = (path: string, token?: string) => wallet.dpop(bearer, path, token)
  const begin = async () =>
    agent.issuing.token({ grant_type: grant, 'pre-authorized_code': wallet.code }, await proved('/openid4vc/token'))
  const refresh = async (refresh_token: string | undefined) =>
    agent.issuing.token({ grant_type: 'refresh_token', refresh_token }, await proved('/openid4vc/token'))
  const credential = async (accessToken: string, count = 10, sent?: string[]) => {
    const jwt = sent ?? (await wallet.proofs(agent.issuing.nonce().c_nonce, holders.slice(0, count)))
    const dpop = await proved('/openid4vc/credential', accessToken)
    const request = { credential_configuration_id: 'card', proofs: { jwt } }
    const answer = await agent.issuing.credential({ scheme: 'DPoP', accessToken, dpop }, request)
    if (typeof answer === 'string') throw new Error('It is encrypted')
    return { ...answer, claims: answer.credentials.map((each) => decodeJwt(each.credential.split('~')[0] ?? '')) }
  }
  return { id, wallet, begin, refresh, credential }
}

const codeOf = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'taken',
    (error: EndpointError) => error.code,
  )
const stored = (type: string) => storage.encrypted().filter((row) => row.type === type)
const bytesOf = (type: string) => stored(type).reduce((sum, { encrypted }) => sum + encrypted.length, 0)

describe('all codes and tokens of a credential', () => {
  it('are worth 50 copies and one record, however they multiply', async () => {
    const { begin, refresh, credential } = await offered()
    const first = await begin()
    let copies = (await credential(first.access_token)).credentials.length
    const tokens = new Set([first.refresh_token])
    for (let round = 0; round < 12; round++) {
      for (const token of [...tokens].slice(-6)) {
        const granted = await refresh(token).catch(() => undefined)
        if (!granted) continue
        tokens.add(granted.refresh_token)
        for (let again = 0; again < 4; again++)
          copies += (await credential(granted.access_token).catch(() => ({ credentials: [] }))).credentials.length
      }
      expect(stored('Openid4vcRefill')).toHaveLength(1)
      expect(bytesOf('Openid4vcRefill')).toBeLessThan(40_000)
      pass(11 * minute)
      await periodicTasks()
      // Ten minutes later nothing of the person is left.
      expect(bytesOf('Openid4vcRefill')).toBeLessThan(2_000)
    }
    expect(tokens.size).toBeGreaterThan(2)
    expect(copies).toBe(50)
    expect(await codeOf(refresh(first.refresh_token))).toBe('invalid_grant')
    expect(await codeOf(credential(first.access_token))).toBe('invalid_token')
    pass(500 * day)
    await periodicTasks()
    expect(stored('Openid4vcRefill')).toEqual([])
  })

  it('count what the first token got more than once, when its issuance is forgotten', async () => {
    const { id, begin, refresh, credential } = await offered()
    const first = await begin()
    for (let again = 0; again < 3; again++) await credential(first.access_token)
    pass(4_000)
    await periodicTasks()
    await agent.deleteCredential(id)
    pass(11 * minute)
    await periodicTasks()
    expect(stored('Openid4vcIssuance')).toEqual([])
    let copies = 30
    let token = first.refresh_token
    for (let batch = 1; batch < 5; batch++) {
      const granted = await refresh(token).catch(() => undefined)
      if (granted) copies += (await credential(granted.access_token)).credentials.length
      token = granted?.refresh_token ?? token
    }
    expect(copies).toBe(50)
  })

  it('are good for the first one until more is asked for', async () => {
    const { begin, refresh, credential } = await offered()
    const first = await begin()
    await credential(first.access_token, 1)
    const { access_token: next } = await refresh(first.refresh_token)
    expect(await codeOf(credential(first.access_token, 1))).toBe('invalid_credential_request')
    expect((await credential(next, 1)).credentials).toHaveLength(1)
  })
})

describe('a clock that is wrong', () => {
  const skews = [-23 * 60 * minute, -10 * minute, 10 * minute, 23 * 60 * minute]
  it.each(skews)('by %i ms is no obstacle where a wallet repeats the nonces that it is given', async (skew) => {
    const { wallet } = await offered()
    const proof = (path: string, nonce?: string, token?: string) => dpopAt(Date.now() + skew, path, nonce, token)
    const nonceFrom = async (call: Promise<unknown>) => {
      const error = await call.then(
        () => undefined,
        (reason: DpopNonceWanted) => reason,
      )
      expect(error).toMatchObject({ code: 'use_dpop_nonce', dpopNonce: expect.any(String) })
      return error?.dpopNonce
    }
    const form = { grant_type: grant, 'pre-authorized_code': wallet.code }
    const nonce = await nonceFrom(agent.issuing.token(form, await proof('/openid4vc/token')))
    const { access_token: accessToken } = await agent.issuing.token(form, await proof('/openid4vc/token', nonce))
    const { c_nonce } = agent.issuing.nonce()
    const possession = (key: HolderKeyPair) => possessionAt(Date.now() + skew, key, wallet.issuer, c_nonce)
    const jwt = await Promise.all(holders.map(possession))
    const request = { credential_configuration_id: 'card', proofs: { jwt } }
    const ask = async (given?: string) => {
      const dpop = await proof('/openid4vc/credential', given, accessToken)
      return agent.issuing.credential({ scheme: 'DPoP', accessToken, dpop }, request)
    }
    expect(await ask(await nonceFrom(ask()))).toMatchObject({ credentials: Array(10).fill(expect.anything()) })
  })

  it('by more than a day is named', async () => {
    const { wallet } = await offered()
    const form = { grant_type: grant, 'pre-authorized_code': wallet.code }
    const refusal = await agent.issuing.token(form, await dpopAt(0, '/openid4vc/token')).catch((error) => error)
    const again = agent.issuing.token(form, await dpopAt(0, '/openid4vc/token', refusal.dpopNonce))
    await expect(again).rejects.toMatchObject({ code: 'invalid_dpop_proof', message: expect.stringContaining('clock') })
    const { access_token: accessToken } = await agent.issuing.token(form)
    const jwt = [await possessionAt(0, bearer, wallet.issuer, agent.issuing.nonce().c_nonce)]
    const request = { credential_configuration_id: 'card', proofs: { jwt } }
    const answer = agent.issuing.credential({ scheme: 'Bearer', accessToken }, request)
    await expect(answer).rejects.toMatchObject({ code: 'invalid_proof', message: expect.stringContaining('clock') })
  })

  it.each([
    ['made up', async () => 'made-up'],
    ['too old', async () => oldNonce()],
    ['of the other kind', async () => agent.issuing.nonce().c_nonce],
  ])('is not helped by a nonce that is %s', async (_what, make) => {
    const { wallet } = await offered()
    const form = { grant_type: grant, 'pre-authorized_code': wallet.code }
    const proof = await dpopAt(Date.now(), '/openid4vc/token', await make())
    expect(await codeOf(agent.issuing.token(form, proof))).toBe('use_dpop_nonce')
  })

  async function oldNonce(): Promise<string> {
    const { wallet } = await offered()
    const form = { grant_type: grant, 'pre-authorized_code': wallet.code }
    const refusal = await agent.issuing.token(form, await dpopAt(0, '/openid4vc/token')).catch((error) => error)
    pass(6 * minute)
    return refusal.dpopNonce
  }
})

/** @param time milliseconds since 1970 */
const dpopAt = (time: number, path: string, nonce?: string, token?: string, htu = publicUrl + path) =>
  crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)).then((hash) =>
    new SignJWT({
      htm: 'POST',
      htu,
      jti: crypto.randomUUID(),
      ...(nonce && { nonce }),
      ...(token && { ath: Buffer.from(hash).toString('base64url') }),
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: bearer.publicJwk })
      .setIssuedAt(Math.floor(time / 1_000))
      .sign(bearer.privateKey),
  )

const possessionAt = (time: number, { privateKey, publicJwk }: HolderKeyPair, audience: string, nonce: string) =>
  new SignJWT({ nonce })
    .setProtectedHeader({ alg: 'ES256', typ: 'openid4vci-proof+jwt', jwk: publicJwk })
    .setAudience(audience)
    .setIssuedAt(Math.floor(time / 1_000))
    .sign(privateKey)

it.each([
  ['HTTPS://SITE.Example/openid4vc/token', 'taken'],
  ['https://site.example:443/openid4vc/./x/../%74oken?a=b#c', 'taken'],
  ['https://site.example/openid4vc%2Ftoken', 'invalid_dpop_proof'],
  ['https://site.example/openid4vc/Token', 'invalid_dpop_proof'],
  ['https://site.example:8443/openid4vc/token', 'invalid_dpop_proof'],
  ['/openid4vc/token', 'invalid_dpop_proof'],
])('a DPoP proof for %s is %s', async (htu, expected) => {
  const { wallet } = await offered()
  const form = { grant_type: grant, 'pre-authorized_code': wallet.code }
  const proof = await dpopAt(Date.now(), '', undefined, undefined, htu)
  expect(await codeOf(agent.issuing.token(form, proof))).toBe(expected)
})

describe('proofs of possession', () => {
  it('are looked at before their signatures, and a token whose proofs were refused too often gets none', async () => {
    const verify = vi.spyOn(crypto.subtle, 'verify')
    const { begin, credential, wallet } = await offered()
    const { access_token: token } = await begin()
    const forged = async (nonce = agent.issuing.nonce().c_nonce, audience = wallet.issuer) =>
      (await wallet.proofs(nonce, holders, audience)).map((proof) => `${proof.slice(0, -86)}${'A'.repeat(86)}`)
    const [{ c_nonce: used }] = [agent.issuing.nonce()]
    await credential(token, 1, await wallet.proofs(used, holders.slice(0, 1)))
    const verified = async (proofs: string[]) => {
      verify.mockClear()
      const code = await codeOf(credential(token, 10, proofs))
      // One is of the token's key.
      return [code, verify.mock.calls.length - 1]
    }
    expect(await verified(await forged('made-up'))).toEqual(['invalid_nonce', 0])
    expect(await verified(await forged(used))).toEqual(['invalid_nonce', 0])
    expect(await verified(await forged(undefined, 'https://other.example'))).toEqual(['invalid_proof', 0])
    for (let refused = 0; refused < 5; refused++) expect(await verified(await forged())).toEqual(['invalid_proof', 1])
    expect(await verified(await forged())).toEqual(['invalid_credential_request', 0])
    const good = await wallet.proofs(agent.issuing.nonce().c_nonce, holders)
    expect(await verified(good)).toEqual(['invalid_credential_request', 0])
    verify.mockRestore()
  })

  it('that come at once count one after the other', async () => {
    const { begin, credential, wallet } = await offered()
    const { access_token: token } = await begin()
    const forged = (await wallet.proofs(agent.issuing.nonce().c_nonce, holders)).map(
      (proof) => `${proof.slice(0, -86)}${'A'.repeat(86)}`,
    )
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(credential(token, 10, forged))))
    expect(codes.filter((code) => code === 'invalid_proof')).toHaveLength(5)
    expect(codes.filter((code) => code === 'invalid_credential_request')).toHaveLength(15)
  })
})

describe('authorization details', () => {
  const details = (more: object) => JSON.stringify([{ type: 'openid_credential', ...more }])

  it('are answered with an identifier, by which the credential is asked for', async () => {
    const { wallet } = await offered()
    const form = { grant_type: grant, 'pre-authorized_code': wallet.code }
    const authorization_details = details({ credential_configuration_id: 'card', locations: [wallet.issuer] })
    const answer = await agent.issuing.token({ ...form, authorization_details })
    const [named] = answer.authorization_details ?? []
    expect(named).toMatchObject({ type: 'openid_credential', credential_configuration_id: 'card' })
    const [credential_identifier] = named?.credential_identifiers ?? []
    const ask = async (request: object) => {
      const proofs = { jwt: await wallet.proofs(agent.issuing.nonce().c_nonce, holders.slice(0, 1)) }
      return agent.issuing.credential({ scheme: 'Bearer', accessToken: answer.access_token }, { ...request, proofs })
    }
    expect(await codeOf(ask({ credential_identifier: 'x' }))).toBe('unknown_credential_identifier')
    const both = { credential_identifier, credential_configuration_id: 'card' }
    expect(await codeOf(ask(both))).toBe('invalid_credential_request')
    expect(await ask({ credential_identifier })).toHaveProperty('credentials.0.credential')
  })

  it.each([
    'x',
    '{}',
    '[]',
    details({}),
    details({ credential_configuration_id: 'other' }),
    JSON.stringify([{ type: 'other', credential_configuration_id: 'card' }]),
    JSON.stringify(Array(2).fill({ type: 'openid_credential', credential_configuration_id: 'card' })),
  ])('%s are refused, and the code is good as before', async (authorization_details) => {
    const { wallet } = await offered()
    const form = { grant_type: grant, 'pre-authorized_code': wallet.code }
    expect(await codeOf(agent.issuing.token({ ...form, authorization_details }))).toBe('invalid_authorization_details')
    const answer = await agent.issuing.token(form)
    expect(answer).not.toHaveProperty('authorization_details')
  })
})

it('an answer is no longer than a wallet takes: of a large card it holds fewer copies', async () => {
  const { begin, credential } = await offered(undefined, 'A'.repeat(96_000))
  const answer = await credential((await begin()).access_token)
  expect(answer.credentials).toHaveLength(5)
  expect((JSON.stringify(answer.credentials).length * 4) / 3).toBeLessThan(longestAnswer)
})

it('dates of credentials are those of a calendar quarter, and further copies have the ones of today', async () => {
  const { begin, refresh, credential } = await offered()
  const first = await begin()
  const datesOf = async (token: string) => (await credential(token, 2)).claims.map(({ iat, exp }) => [iat, exp])
  const quarter = (year: number, month: number) => Date.UTC(year, month) / 1_000
  const winter = [quarter(2027, 0), quarter(2028, 0)]
  expect(await datesOf(first.access_token)).toEqual([winter, winter])
  vi.setSystemTime(Date.UTC(2027, 2, 31, 23, 59))
  const same = await offered()
  expect(await datesOf((await same.begin()).access_token)).toEqual([winter, winter])
  vi.setSystemTime(Date.UTC(2027, 5, 30))
  const spring = [quarter(2027, 3), quarter(2028, 0)]
  expect(await datesOf((await refresh(first.refresh_token)).access_token)).toEqual([spring, spring])
  const own = await offered(90)
  const token = await own.begin()
  const [given] = (await own.credential(token.access_token, 1)).claims
  expect([given?.iat, given?.exp]).toEqual([quarter(2027, 3), Date.UTC(2027, 5, 30) / 1_000 + 90])
  pass(minute)
  const [further] = (await own.credential((await own.refresh(token.refresh_token)).access_token, 1)).claims
  expect(further?.exp).toBe(given?.exp)
})
