import { X509Certificate } from 'node:crypto'
import type { CardLook } from '@lastmile/agent/port'
import { brand } from '@lastmile/contracts'
import { type HolderKeyPair, holderKeys, SdJwtWallet } from '@lastmile/e2e/sd-jwt-wallet'
import { StatusBits } from '@lastmile/formats/status-list'
import { SDJwtInstance } from '@sd-jwt/core'
import {
  CompactEncrypt,
  type CompactJWEHeaderParameters,
  compactDecrypt,
  compactVerify,
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

const offer = async (name = 'Bola', valid_seconds?: number) => {
  const record = await visitor.call('offerCredential', {
    body: {
      protocol: 'openid4vc',
      cred_def_id: definitionId,
      valid_seconds,
      credential_proposal: { attributes: staffCard(name).attributes },
    },
  })
  return { id: record.credential_exchange_id, record, wallet: new SdJwtWallet(record.invitation_url ?? '') }
}

const errorOf = async (response: Response) => {
  const { error } = (await response.json()) as { error: string }
  return `${response.status} ${error}`
}

interface Credentials {
  credentials: { credential: string }[]
  notification_id: string
}

interface RequestEncryption {
  jwks: { keys: JWK[] }
}

interface Described {
  credential_configurations_supported: Record<string, { vct: string; credential_metadata: object }>
}

interface StatusClaim {
  idx: number
  uri: string
}

const wellKnown = '/.well-known/openid-credential-issuer'
const patience = { timeout: 15_000 }
const eightTimes = <Result>(work: () => Promise<Result>) => Promise.all(Array.from({ length: 8 }, work))

it('issues what was offered to the wallet that takes the invitation', async () => {
  const { id, record, wallet } = await offer()
  expect(record).toMatchObject({ state: 'offer_sent', connection_id: null, credential_definition_id: definitionId })
  await visitor.subscribe({ credentialId: id } as never)

  const accessToken = await wallet.accessToken()
  expect((await visitor.call('getCredential', { id })).state).toBe('request_received')
  const [key] = await holderKeys()
  if (!key) throw new Error('No key')
  const response = await wallet.credential(accessToken, await wallet.proofs(await wallet.nonce(), [key]))
  expect(response.status).toBe(200)
  const { credentials, notification_id: notificationId } = (await response.json()) as Credentials
  const credential = credentials[0]?.credential ?? ''

  const { x5c = [], typ } = decodeProtectedHeader(credential.split('~')[0] ?? '')
  expect(typ).toBe('dc+sd-jwt')
  const root = new X509Certificate(await (await fetch(`${server.url}/openid4vc/root.pem`)).text())
  const signer = new X509Certificate(Buffer.from(x5c[0] ?? '', 'base64'))
  expect([x5c.length, signer.verify(root.publicKey), signer.checkIssued(root)]).toEqual([1, true, true])
  expect(signer.subjectAltName).toBe(`DNS:localhost, URI:${server.url}`)
  await compactVerify(credential.split('~')[0] ?? '', signer.publicKey)

  const hasher = async (data: string | ArrayBuffer) =>
    new Uint8Array(await crypto.subtle.digest('SHA-256', Buffer.from(data as string)))
  const claims = (await new SDJwtInstance({ hasher, hashAlg: 'sha-256' }).getClaims(credential)) as Record<
    string,
    unknown
  >
  const { iat, exp, vct, status: _status, ...rest } = claims
  const { kid: _, ...jwk } = key.publicJwk
  expect(rest).toEqual({ iss: server.url, cnf: { jwk }, name: 'Bola', date_of_expiry: '2030-01-01' })
  const days = [iat, exp].map((seconds) => new Date(Number(seconds) * 1_000).toISOString())
  expect(days).toEqual(Array(2).fill(expect.stringMatching(/^\d{4}-(01|04|07|10)-01T00:00:00.000Z$/)))
  expect(Number(iat)).toBeLessThanOrEqual(Date.now() / 1_000)
  expect(Number(exp) - Number(iat)).toBeGreaterThanOrEqual(364 * 86_400)
  expect(await (await fetch(String(vct))).json()).toMatchObject({ vct, name: 'Staff Card' })

  expect((await wallet.notify(accessToken, notificationId)).status).toBe(204)
  await expect.poll(async () => (await visitor.call('getCredential', { id })).state, patience).toBe('credential_issued')
  await expect.poll(() => server.context.agents.openid4vc.getCredential(id)).toBeUndefined()
  expect((await wallet.notify(accessToken, notificationId)).status).toBe(204)
  const again = async () => wallet.credential(accessToken, await wallet.proofs(await wallet.nonce(), [key]))
  expect([(await again()).status, (await again()).status]).toEqual([200, 200])
  expect(await errorOf(await again())).toBe('400 invalid_credential_request')
})

it('gives the same offer for the same request, and another for another', async () => {
  const [one, same, other, short] = [await offer('Ada'), await offer('Ada'), await offer('Eze'), await offer('Ada', 60)]
  expect(same.record).toEqual(one.record)
  expect(new Set([one.id, other.id, short.id]).size).toBe(3)
  // By a wallet that may be lost.
  const taken = await one.wallet.accessToken()
  const again = await offer('Ada')
  expect(again.id).not.toBe(one.id)
  expect((await again.wallet.token()).status).toBe(200)
  expect(await errorOf(await one.wallet.credential(taken, ['x']))).toBe('401 invalid_token')
  for (const { id } of [again, other, short]) await visitor.call('deleteCredential', { id })
})

it('refuses a credential of which two attributes would be one claim', async () => {
  const attributes = ['birth_date', 'date_of_birth'].map((name) => ({ name, value: '19900714' }))
  const credential = { name: 'Twice Born', attributes }
  const answer = await visitor.send('getOrCreateCredDef', { body: { credential, protocol: 'openid4vc' } })
  expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringContaining('Rename one of them')])
})

it('describes itself as wallets read it', async () => {
  const { wallet } = await offer()
  const [configuration = ''] = wallet.offer.credential_configuration_ids
  const path = new URL(wallet.issuer).pathname
  for (const address of [`${server.url}${wellKnown}${path}`, `${wallet.issuer}${wellKnown}`])
    expect(await (await fetch(address)).json()).toMatchObject({
      credential_issuer: wallet.issuer,
      authorization_servers: [server.url],
      display: [{ name: 'Records Office' }],
      credential_configurations_supported: { [configuration]: { format: 'dc+sd-jwt' } },
    })
  expect((await fetch(`${server.url}${wellKnown}${path}0`)).status).toBe(404)
  expect((await fetch(`${server.url}${wellKnown}`)).status).toBe(404)
})

it('describes the newest look of a credential', async () => {
  const kind = { key: 'Repainted', name: 'Repainted', version: '1.0', attributeNames: ['name'], revocable: false }
  const told = async (look?: CardLook) => {
    const { typeId } = await server.context.agents.openid4vc.registerCredentialDefinition({ ...kind, look })
    const type = await (await fetch(typeId)).json()
    return (type as { display: { rendering: { simple: object } }[] }).display[0]?.rendering.simple
  }
  expect(await told()).toEqual({})
  expect(await told({ backgroundColor: '#123456', textColor: '#ffffff' })).toEqual({
    background_color: '#123456',
    text_color: '#ffffff',
  })
  const look = { backgroundColor: '#654321', textColor: '#ffffff', picture: '/content/shared/on.svg' }
  expect(await told(look)).toEqual({
    logo: { uri: `${server.url}/content/shared/on.svg`, alt_text: 'Repainted' },
    background_color: '#654321',
    text_color: '#ffffff',
  })
})

it('says of what is not in the content that a visitor wrote it', async () => {
  const uploaded = { ...staffCard(), name: 'Your wallet was locked' }
  const cred_def_id = await readyDefinition(visitor, uploaded, 'openid4vc')
  const body = { cred_def_id, credential_proposal: { attributes: uploaded.attributes } }
  const { invitation_url = '' } = await visitor.call('offerCredential', { body: { ...body, protocol: 'openid4vc' } })
  const metadata = await (await fetch(new SdJwtWallet(invitation_url).issuer + wellKnown)).json()
  const note = expect.stringContaining('nobody checked it')
  expect(metadata).toMatchObject({
    display: [{ name: `A visitor of ${brand}`, locale: 'en' }],
    credential_configurations_supported: {
      [cred_def_id]: { credential_metadata: { display: [{ name: uploaded.name, description: note }] } },
    },
  })
  const [described] = Object.values((metadata as Described).credential_configurations_supported)
  expect(await (await fetch(described?.vct ?? '')).json()).toMatchObject({
    description: note,
    display: [{ description: note }],
  })
})

it('names a card and its details in people’s words', async () => {
  const { wallet } = await offer()
  const metadata = (await (await fetch(wallet.issuer + wellKnown)).json()) as Described
  const [described] = Object.values(metadata.credential_configurations_supported)
  expect(described?.credential_metadata).toMatchObject({
    display: [{ name: 'Staff Card', locale: 'en' }],
    claims: [
      { path: ['name'], display: [{ name: 'Name', locale: 'en' }] },
      { path: ['date_of_expiry'], display: [{ name: 'Expiry date', locale: 'en' }] },
    ],
  })
  expect(described?.credential_metadata).not.toHaveProperty('display.0.description')
})

it('counts as issued what a wallet got and said nothing of, and lets it ask again for a while', async () => {
  const { id, wallet } = await offer('Silent')
  const accessToken = await wallet.accessToken()
  const ask = async () => wallet.credential(accessToken, await wallet.proofs(await wallet.nonce(), await holderKeys()))
  expect((await ask()).status).toBe(200)
  expect((await visitor.call('getCredential', { id })).state).toBe('request_received')
  await expect.poll(async () => (await visitor.call('getCredential', { id })).state, patience).toBe('credential_issued')
  await expect.poll(async () => (await server.context.credentials.entries.find(id))?.forgotten, patience).toBe(1)
  expect([(await ask()).status, (await ask()).status]).toEqual([200, 200])
  expect(await errorOf(await ask())).toBe('400 invalid_credential_request')
})

it('says why no credential came of an offer that the wallet could not keep', async () => {
  const { id, wallet } = await offer('Failing')
  const accessToken = await wallet.accessToken()
  const response = await wallet.credential(accessToken, await wallet.proofs(await wallet.nonce(), await holderKeys()))
  const { notification_id: notificationId } = (await response.json()) as Credentials
  await eightTimes(() => wallet.notify(accessToken, notificationId, 'credential_failure'))
  await expect
    .poll(() => visitor.call('getCredential', { id }))
    .toMatchObject({ state: 'abandoned', refusal: 'declined' })
  const again = await wallet.credential(accessToken, await wallet.proofs(await wallet.nonce(), await holderKeys()))
  expect(await errorOf(again)).toBe('401 invalid_token')
})

it('revokes every credential of a batch, and no other', async () => {
  const { id, wallet } = await offer('Batch')
  const { wallet: other } = await offer('Another')
  const issued = async (taker: SdJwtWallet, count: number) => {
    const accessToken = await taker.accessToken()
    const response = await taker.credential(
      accessToken,
      await taker.proofs(await taker.nonce(), await holderKeys(count)),
    )
    const { credentials, notification_id: notificationId } = (await response.json()) as Credentials
    await taker.notify(accessToken, notificationId)
    return credentials.map(({ credential }) => {
      const { status } = decodeJwt(credential.split('~')[0] ?? '') as { status: { status_list: StatusClaim } }
      return status.status_list
    })
  }
  const batch = await issued(wallet, 10)
  const others = await issued(other, 10)
  const places = [...batch, ...others].map(({ idx }) => idx)
  expect(new Set(places).size).toBe(20)
  const steps = new Set(places.slice(1).map((place, index) => place - (places[index] ?? 0)))
  expect(steps.size).toBeGreaterThan(15)

  const revoked = async (claims: StatusClaim[]) => {
    const token = await (await fetch(claims[0]?.uri ?? '')).text()
    const { typ, x5c = [], jwk } = decodeProtectedHeader(token)
    expect([typ, x5c.length]).toEqual(['statuslist+jwt', 1])
    const { publicKey } = new X509Certificate(Buffer.from(x5c[0] ?? '', 'base64'))
    expect(jwk).toEqual(publicKey.export({ format: 'jwk' }))
    const { status_list: list, sub } = decodeJwt(token) as { status_list: { lst: string }; sub: string }
    expect(sub).toBe(claims[0]?.uri)
    const bits = await StatusBits.decode(list.lst, 16 * 1024)
    return claims.map(({ idx }) => bits.has(idx))
  }
  expect([...(await revoked(batch)), ...(await revoked(others))]).toEqual(Array(20).fill(false))
  await expect.poll(async () => (await visitor.call('getCredential', { id })).state, patience).toBe('credential_issued')
  const { revoc_reg_id, revocation_id } = await visitor.call('getCredential', { id })
  const body = { rev_reg_id: revoc_reg_id ?? '', cred_rev_id: revocation_id ?? '' }
  expect((await visitor.call('revoke', { body })).revoked).toBe(true)
  expect(await revoked(batch)).toEqual(Array(10).fill(true))
  expect(await revoked(others)).toEqual(Array(10).fill(false))
})

it('offers to many at once, each with places of its own', async () => {
  const offers = await Promise.all(Array.from({ length: 20 }, (_, each) => offer(`Many ${each}`)))
  expect(new Set(offers.map(({ record }) => record.revocation_id)).size).toBe(20)
})

it('describes itself signed to who asks for that', async () => {
  const { issuer } = (await offer()).wallet
  const metadata = await fetch(`${issuer}${wellKnown}`, { headers: { accept: 'application/jwt' } })
  expect(metadata.headers.get('content-type')).toContain('application/jwt')
  const text = await metadata.text()
  for (const [accept, type] of [
    ['application/json, application/jwt;q=0', 'application/json'],
    ['application/json, application/jwt; q=0.5', 'application/json'],
    ['application/json;q=0.9, Application/JWT', 'application/jwt'],
    ['*/*', 'application/json'],
  ] as const)
    expect((await fetch(`${issuer}${wellKnown}`, { headers: { accept } })).headers.get('content-type')).toContain(type)
  const { x5c = [], typ } = decodeProtectedHeader(text)
  expect(typ).toBe('openidvci-issuer-metadata+jwt')
  await compactVerify(text, new X509Certificate(Buffer.from(x5c[0] ?? '', 'base64')).publicKey)
  const { sub, iat: _, ...claims } = decodeJwt(text)
  expect(sub).toBe(issuer)
  expect(claims).toEqual(await (await fetch(`${issuer}${wellKnown}`)).json())
})

it('encrypts its answer for the key that the wallet gives', async () => {
  const { wallet } = await offer('Encrypted')
  const accessToken = await wallet.accessToken()
  const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), alg: 'ECDH-ES', kid: 'mine' }
  const nonce = await wallet.nonce()
  const request = async (encryption?: object) => ({
    credential_configuration_id: wallet.offer.credential_configuration_ids[0],
    proofs: { jwt: await wallet.proofs(nonce, await holderKeys()) },
    credential_response_encryption: encryption,
  })
  const send = (body: string, type: string) =>
    fetch(`${server.url}/openid4vc/credential`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': type },
    })
  const metadata = (await (await fetch(wallet.issuer + wellKnown)).json()) as Record<string, RequestEncryption>
  const { jwks, ...announced } = metadata.credential_request_encryption ?? { jwks: { keys: [] } }
  expect(announced).toEqual({ enc_values_supported: ['A128GCM', 'A256GCM'], encryption_required: false })
  const [theirs] = jwks.keys
  expect(theirs).toMatchObject({ kty: 'EC', crv: 'P-256', use: 'enc', alg: 'ECDH-ES', kid: expect.any(String) })
  expect(theirs).not.toHaveProperty('d')
  const sealed = async (body: object, header: CompactJWEHeaderParameters = { alg: 'ECDH-ES', enc: 'A256GCM' }) =>
    new CompactEncrypt(new TextEncoder().encode(JSON.stringify(body)))
      .setProtectedHeader({ kid: theirs?.kid, ...header })
      .encrypt(await importJWK(theirs ?? {}, 'ECDH-ES'))
  const ask = async (encryption: object) => send(await sealed(await request(encryption)), 'application/jwt')
  // A server in between could have put a key of its own there.
  const plain = JSON.stringify(await request({ jwk, enc: 'A256GCM' }))
  expect(await errorOf(await send(plain, 'application/json'))).toBe('400 invalid_encryption_parameters')
  expect(await errorOf(await ask({ jwk, enc: 'A128CBC-HS256' }))).toBe('400 invalid_encryption_parameters')
  expect(await errorOf(await ask({ jwk: { ...jwk, alg: 'RSA-OAEP' }, enc: 'A128GCM' }))).toBe(
    '400 invalid_encryption_parameters',
  )
  const { d } = await exportJWK(privateKey)
  for (const odd of [
    { ...jwk, d },
    { ...jwk, x: jwk.y },
    { ...jwk, crv: 'P-384' },
    { kty: 'oct', k: 'AA', alg: 'ECDH-ES' },
    {},
  ])
    expect(await errorOf(await ask({ jwk: odd, enc: 'A256GCM' }))).toBe('400 invalid_encryption_parameters')
  for (const [body, error] of [
    ['not.a.jwe', 'invalid_encryption_parameters'],
    [await sealed(await request(), { alg: 'ECDH-ES+A128KW', enc: 'A256GCM' }), 'invalid_encryption_parameters'],
    [await sealed({ proofs: 1 }), 'invalid_credential_request'],
  ] as const)
    expect(await errorOf(await send(body, 'application/jwt'))).toBe(`400 ${error}`)
  // The nonce is still good.
  const response = await ask({ jwk, enc: 'A256GCM' })
  expect(response.headers.get('content-type')).toContain('application/jwt')
  const { plaintext, protectedHeader } = await compactDecrypt(await response.text(), privateKey)
  expect(protectedHeader).toMatchObject({ enc: 'A256GCM', kid: 'mine' })
  expect(JSON.parse(new TextDecoder().decode(plaintext))).toHaveProperty('credentials.0.credential')
})

it('tells a wallet whose clock is wrong the nonce to repeat its calls with', async () => {
  const { wallet } = await offer('Early')
  const [key] = await holderKeys()
  if (!key) throw new Error('No key')
  wallet.skew = 600
  const proofOf = (path: string, nonce?: string, token?: string) => wallet.dpop(key, path, token, nonce)
  const asked = await wallet.token(wallet.code, { dpop: await proofOf('/openid4vc/token') })
  expect(await errorOf(asked)).toBe('400 use_dpop_nonce')
  const nonceIn = ({ headers }: Response) => headers.get('dpop-nonce') ?? ''
  const dpop = await proofOf('/openid4vc/token', nonceIn(asked))
  const { access_token: token } = (await (await wallet.token(wallet.code, { dpop })).json()) as Record<string, string>
  const proofs = await wallet.proofs(await wallet.nonce(), await holderKeys())
  const ask = async (given?: string) => {
    const proof = await proofOf('/openid4vc/credential', given, token)
    return wallet.credential('', proofs, undefined, { authorization: `DPoP ${token}`, dpop: proof })
  }
  const refused = await ask()
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
    401,
    'DPoP error="use_dpop_nonce", algs="ES256"',
  ])
  expect((await ask(nonceIn(refused))).status).toBe(200)
})

it('takes a token that was got with a DPoP proof with a proof of the same key alone', async () => {
  const { wallet } = await offer('Bound')
  const [key, other] = await holderKeys(2)
  if (!key || !other) throw new Error('No keys')
  const wrong = await wallet.token(wallet.code, { dpop: await wallet.dpop(key, '/openid4vc/credential') })
  expect(await errorOf(wrong)).toBe('400 invalid_dpop_proof')
  const response = await wallet.token(wallet.code, { dpop: await wallet.dpop(key, '/openid4vc/token') })
  const { access_token: accessToken, token_type } = (await response.json()) as Record<string, string>
  expect(token_type).toBe('DPoP')
  if (!accessToken) throw new Error('No token')
  const proofOf = (by: HolderKeyPair, token?: string) => wallet.dpop(by, '/openid4vc/credential', token)
  const good = await proofOf(key, accessToken)
  const ask = async (headers: Record<string, string>) =>
    wallet.credential('', await wallet.proofs(await wallet.nonce(), await holderKeys()), undefined, headers)
  const authorization = `DPoP ${accessToken}`
  const unbound = await (await offer('Not bound')).wallet.accessToken()
  const dpop = (error: string) => `DPoP error="${error}", algs="ES256"`
  const bearer = 'Bearer error="invalid_token", DPoP algs="ES256"'
  for (const [headers, challenge] of [
    [{ authorization }, dpop('invalid_token')],
    [{ authorization, dpop: await proofOf(other, accessToken) }, dpop('invalid_token')],
    [{ authorization, dpop: await proofOf(key) }, dpop('invalid_dpop_proof')],
    [{ authorization, dpop: 'no proof' }, dpop('invalid_dpop_proof')],
    [{ authorization: 'DPoP another', dpop: good }, dpop('invalid_token')],
    [{ authorization: `DPoP ${unbound}`, dpop: await proofOf(key, unbound) }, dpop('invalid_token')],
    [{ authorization: `Bearer ${accessToken}`, dpop: good }, bearer],
    [{ authorization: 'Bearer another' }, bearer],
    [{}, 'Bearer, DPoP algs="ES256"'],
  ] as const) {
    const refused = await ask(headers)
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, challenge])
    expect(refused.headers.get('access-control-expose-headers')).toBe('WWW-Authenticate, DPoP-Nonce')
  }
  expect((await ask({ authorization, dpop: good })).status).toBe(200)
})

describe('further batches', () => {
  /** A wallet that took an offer with a key of its own, and its refresh token. */
  async function bound(name: string, validSeconds?: number) {
    const { id, wallet } = await offer(name, validSeconds)
    const [key, other] = await holderKeys(2)
    if (!key || !other) throw new Error('No keys')
    const proved = async (by = key) => ({ dpop: await wallet.dpop(by, '/openid4vc/token') })
    const tokensIn = async (response: Response) => (await response.json()) as Record<string, string>
    const batch = async (answer: Response, count: number) => {
      const { access_token: accessToken = '', refresh_token: next = '' } = await tokensIn(answer)
      const body = {
        credential_configuration_id: wallet.offer.credential_configuration_ids[0],
        proofs: { jwt: await wallet.proofs(await wallet.nonce(), await holderKeys(count)) },
      }
      const dpop = await wallet.dpop(key, '/openid4vc/credential', accessToken)
      const response = await wallet.post('/openid4vc/credential', body, { authorization: `DPoP ${accessToken}`, dpop })
      const { credentials, notification_id } = (await response.json()) as Credentials
      const accept = async () =>
        wallet.post(
          '/openid4vc/notification',
          { notification_id, event: 'credential_accepted' },
          {
            authorization: `DPoP ${accessToken}`,
            dpop: await wallet.dpop(key, '/openid4vc/notification', accessToken),
          },
        )
      return { next, accept, claims: credentials.map(({ credential }) => decodeJwt(credential.split('~')[0] ?? '')) }
    }
    const { next: first, accept, claims } = await batch(await wallet.token(wallet.code, await proved()), 1)
    const refresh = async (token = first, by = key) => wallet.refresh(token, await proved(by))
    return { id, wallet, first, accept, other, refresh, batch, claims }
  }
  const placesOf = (claims: ReturnType<typeof decodeJwt>[]) =>
    claims.map(({ status }) => (status as { status_list: StatusClaim }).status_list.idx)

  it('are for a wallet that proved a key, and for that key alone', async () => {
    const { wallet } = await offer('Unbound')
    const answer = (await (await wallet.token()).json()) as Record<string, string>
    expect(answer).not.toHaveProperty('refresh_token')

    const { id, accept, refresh, other, wallet: mine, first } = await bound('Bound again')
    // It says that the first ones arrived.
    expect((await refresh()).status).toBe(200)
    expect((await visitor.call('getCredential', { id })).state).toBe('credential_issued')
    expect((await accept()).status).toBe(204)
    expect(await errorOf(await refresh(first, other))).toBe('400 invalid_grant')
    expect(await errorOf(await mine.refresh(first))).toBe('400 invalid_grant')
    expect(await errorOf(await refresh(`${first.slice(0, -4)}AAAA`))).toBe('400 invalid_grant')
    expect(await errorOf(await refresh(''))).toBe('400 invalid_request')
    expect((await refresh()).status).toBe(200)
  })

  it('have places of their own, which one revoking reaches; then there are no more', async () => {
    const { id, accept, refresh, batch } = await bound('Refilled')
    await accept()
    const second = await batch(await refresh(), 10)
    const again = await batch(await refresh(), 10)
    const third = await batch(await refresh(second.next), 3)
    expect(placesOf(again.claims)).toEqual(placesOf(second.claims))
    const places = [...placesOf(second.claims), ...placesOf(third.claims)]
    expect(new Set(places).size).toBe(13)
    expect(new Set([...second.claims, ...third.claims].map(({ exp }) => exp)).size).toBe(1)

    const { revocation_id: place, revoc_reg_id: list } = await visitor.call('getCredential', { id })
    expect(places).not.toContain(Number(place))
    await visitor.call('revoke', { body: { rev_reg_id: list ?? '', cred_rev_id: place ?? '', publish: true } })
    const token = decodeJwt(await (await fetch(list ?? '')).text()) as { status_list?: { lst: string } }
    const bits = await StatusBits.decode(token.status_list?.lst ?? '', 16_384)
    expect(places.filter((each) => !bits.has(each))).toEqual([])
    expect(await errorOf(await refresh(third.next))).toBe('400 invalid_grant')
  })

  it('end with the first, and none comes after that', async () => {
    const begun = Date.now() / 1_000
    const { accept, refresh, batch, claims } = await bound('Short-lived', 3)
    const [{ exp: end = 0 } = {}] = claims
    expect([end > begun + 1, end <= Date.now() / 1_000 + 3]).toEqual([true, true])
    await accept()
    const { claims: further, next } = await batch(await refresh(), 2)
    expect(further.map(({ exp }) => exp)).toEqual([end, end])
    const last = await refresh(next)
    expect(Number(((await last.json()) as { expires_in: number }).expires_in)).toBeLessThanOrEqual(3)
    await expect.poll(() => Date.now() / 1_000 > end, patience).toBe(true)
    expect(await errorOf(await refresh(next))).toBe('400 invalid_grant')
  })

  it('are none of an offer that its owner took back after the token', async () => {
    const { id, refresh } = await bound('Taken back')
    await visitor.call('deleteCredential', { id })
    expect(await errorOf(await refresh())).toBe('400 invalid_grant')
  })

  it('are five at most, the first included', async () => {
    const { accept, refresh, batch, first } = await bound('To the end')
    await accept()
    let next = first
    for (let number = 1; number < 5; number += 1) ({ next } = await batch(await refresh(next), 1))
    expect(next).not.toBe('')
    expect(await errorOf(await refresh(next))).toBe('400 invalid_grant')
  })

  it('of eight equal refresh tokens at once have one set of places', async () => {
    const { accept, refresh, batch } = await bound('Eight refreshed')
    await accept()
    const statuses = (await eightTimes(() => refresh())).map(({ status }) => status)
    expect(statuses).toContain(200)
    // Asked to come back, a wallet keeps its token.
    expect(new Set([200, 503, ...statuses])).toEqual(new Set([200, 503]))
    const last = await batch(await refresh(), 1)
    expect(placesOf(last.claims)).toHaveLength(1)
  })
})

describe('a request that can’t be read', () => {
  const stateOf = async (id: string) => {
    const { state, refusal } = await visitor.call('getCredential', { id })
    return [state, refusal]
  }

  it('for a token is notified of, and the offer stays open', async () => {
    const { id, wallet } = await offer('In JSON')
    const body = { grant_type: 'x', 'pre-authorized_code': wallet.code }
    expect((await wallet.post('/openid4vc/token', body, {})).status).toBe(415)
    expect(await stateOf(id)).toEqual(['offer_sent', 'unreadable-fields'])
    expect((await wallet.token()).status).toBe(200)
    await visitor.call('deleteCredential', { id })
  })

  it('for a credential is notified of, until one is given', async () => {
    const { id, wallet } = await offer('Of a draft')
    const token = await wallet.accessToken()
    const authorization = `Bearer ${token}`
    const [configuration] = wallet.offer.credential_configuration_ids
    const send = (body: string, type: string) =>
      fetch(`${server.url}/openid4vc/credential`, {
        method: 'POST',
        body,
        headers: { authorization, 'content-type': type },
      })
    const draft = { credential_configuration_id: configuration, proof: { proof_type: 'jwt', jwt: 'x' } }
    for (const [body, type, part] of [
      [JSON.stringify(draft), 'application/json', 'unreadable-fields'],
      ['a.b.c.d.e', 'application/jwt', 'unreadable-encryption'],
      ['{"proofs":1}', 'application/json', 'unreadable-fields'],
    ] as const) {
      expect((await send(body, type)).status).toBe(400)
      expect(await stateOf(id)).toEqual(['request_received', part])
    }
    expect((await wallet.credential(token, await wallet.proofs(await wallet.nonce(), await holderKeys()))).status).toBe(
      200,
    )
    await expect.poll(() => stateOf(id), patience).toEqual(['credential_issued', null])
  })
})

describe('one effect', () => {
  it('of eight equal codes: one token', async () => {
    const { wallet } = await offer('Eight')
    const answers = await eightTimes(() => wallet.token())
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, ...Array(7).fill(400)])
    expect(await errorOf(await wallet.token())).toBe('400 invalid_grant')
  })

  it('of eight equal requests: one answer', async () => {
    const { wallet } = await offer('Requests')
    const accessToken = await wallet.accessToken()
    const proofs = await wallet.proofs(await wallet.nonce(), await holderKeys())
    const answers = await eightTimes(() => wallet.credential(accessToken, proofs))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await errorOf(await wallet.credential(accessToken, proofs))).toBe('400 invalid_nonce')
  })
})

describe('refuses', () => {
  it.each<[string, (wallet: SdJwtWallet, token: string) => Promise<Response>]>([
    ['400 invalid_grant', (wallet) => wallet.token('another')],
    ['401 invalid_token', async (wallet) => wallet.credential('another', ['x'])],
    ['400 invalid_proof', (wallet, token) => wallet.credential(token, ['no proof'])],
    [
      '400 invalid_nonce',
      async (wallet, token) => wallet.credential(token, await wallet.proofs('mine', await holderKeys())),
    ],
    [
      '400 invalid_proof',
      async (wallet, token) =>
        wallet.credential(
          token,
          await wallet.proofs(await wallet.nonce(), await holderKeys(), 'https://other.example'),
        ),
    ],
    ['400 invalid_credential_request', (wallet, token) => wallet.credential(token, [])],
    ['400 unknown_credential_configuration', (wallet, token) => wallet.credential(token, ['x'], 'another')],
    ['400 invalid_notification_id', (wallet, token) => wallet.notify(token, 'another')],
  ])('%s', async (expected, ask) => {
    const { wallet } = await offer(`Refused ${Math.random()}`)
    expect(await errorOf(await ask(wallet, await wallet.accessToken()))).toBe(expected)
  })

  it('a batch with one key twice', async () => {
    const { wallet } = await offer('Twice')
    const accessToken = await wallet.accessToken()
    const [key] = await holderKeys()
    if (!key) throw new Error('No key')
    const proofs = await wallet.proofs(await wallet.nonce(), [key, key])
    expect(await errorOf(await wallet.credential(accessToken, proofs))).toBe('400 invalid_proof')
  })

  it('an end of the credential without the protocol, and one that is out of bounds', async () => {
    const body = { cred_def_id: definitionId, credential_proposal: { attributes: staffCard().attributes } }
    for (const [to, valid_seconds] of [
      [{ connection_id: 'some' }, 60],
      ...[0, 0.5, 365 * 24 * 60 * 60 + 1].map((seconds) => [{ protocol: 'openid4vc' as const }, seconds] as const),
    ] as const)
      expect(
        (await visitor.send('offerCredential', { body: { ...body, ...to, valid_seconds } })).body.error,
      ).toMatchObject({
        code: 'field-not-valid',
        message: expect.stringContaining('valid_seconds'),
      })
  })

  it('a connection beside the protocol, and neither', async () => {
    const credential_proposal = { attributes: staffCard().attributes }
    for (const body of [
      { cred_def_id: definitionId, credential_proposal },
      { connection_id: 'some', protocol: 'openid4vc' as const, cred_def_id: definitionId, credential_proposal },
    ])
      expect((await visitor.send('offerCredential', { body })).body.error.code).toBe('field-not-valid')
  })
})

it('offers at once what AnonCreds still makes keys for', async () => {
  const credential = { ...staffCard('Early'), name: 'Early Card' }
  const { data, state } = await visitor.call('getOrCreateCredDef', {
    body: { credential, protocol: 'openid4vc' },
  })
  expect(state).toBe('ready')
  const body = { cred_def_id: data, credential_proposal: { attributes: credential.attributes } }
  const { invitation_url = '' } = await visitor.call('offerCredential', { body: { ...body, protocol: 'openid4vc' } })
  expect((await new SdJwtWallet(invitation_url).token()).status).toBe(200)
})
