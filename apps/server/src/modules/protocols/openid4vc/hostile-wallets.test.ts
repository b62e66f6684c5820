import {
  claimsOf,
  encryptedAnswer,
  holderKeys,
  post,
  type RequestClaims,
  requestAt,
  SdJwtWallet,
} from '@lastmile/e2e/sd-jwt-wallet'
import { base64url, CompactEncrypt, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../../../../test/running-server.ts'
import { readyDefinition, staffCard, staffCheck } from '../../../../test/showcase.ts'
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
const offer = async () => {
  const attributes = staffCard(`Hostile ${++count}`).attributes
  const body = { protocol: 'openid4vc' as const, cred_def_id: definitionId, credential_proposal: { attributes } }
  return new SdJwtWallet((await visitor.call('offerCredential', { body })).invitation_url ?? '')
}
const ask = async (): Promise<RequestClaims & { id: string }> => {
  const proof_request = staffCheck(definitionId, { name: `Hostile ${++count}` })
  const body = { protocol: 'openid4vc', proof_request } as const
  const { shortUrl, proof } = await visitor.call('requestProofOutOfBand', { body })
  return { ...claimsOf(await requestAt(shortUrl)), id: proof.presentation_exchange_id }
}
const send = (path: string, body: string, type = 'application/json', token = 'none') =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    body,
    headers: { 'content-type': type, authorization: `Bearer ${token}` },
  })
const errorOf = async (response: Response) =>
  `${response.status} ${((await response.json()) as { error: string }).error}`

const form = 'application/x-www-form-urlencoded'
const large = 'x'.repeat(200_000)

describe('bodies', () => {
  it.each<[string, string, string, string]>([
    ['/openid4vc/token', `grant_type=${large}`, form, '413 invalid_request'],
    ['/openid4vc/token', '', form, '400 invalid_request'],
    ['/openid4vc/token', '{"grant_type":', 'application/json', '400 invalid_request'],
    ['/openid4vc/token', '{"grant_type":"x"}', 'application/json', '415 invalid_request'],
    ['/openid4vc/answers/none', '{"response":"x"}', 'application/json', '415 invalid_request'],
    ['/openid4vc/requests/none', '{"wallet_nonce":"1"}', 'application/json', '415 invalid_request'],
    ['/openid4vc/token', 'x', 'application/jwt', '415 invalid_request'],
    ['/openid4vc/credential', 'credential_configuration_id=x', form, '415 invalid_request'],
    ['/openid4vc/notification', 'event=credential_accepted', form, '415 invalid_request'],
    ['/openid4vc/token', '<xml/>', 'application/xml', '415 invalid_request'],
    ['/openid4vc/token', 'grant_type=password&username=a', form, '400 unsupported_grant_type'],
    ['/openid4vc/credential', '[]', 'application/json', '400 invalid_credential_request'],
    ['/openid4vc/credential', '{"proofs":{"jwt":[]}}', 'application/json', '400 invalid_credential_request'],
    ['/openid4vc/credential', JSON.stringify({ proofs: { jwt: [large] } }), 'application/json', '413 invalid_request'],
    ['/openid4vc/notification', '{"event":"other"}', 'application/json', '400 invalid_notification_request'],
    ['/openid4vc/answers/none', `response=${large}`, form, '413 invalid_request'],
    ['/openid4vc/requests/none', 'wallet_nonce=1', form, '404 invalid_request'],
  ])('%s with %.30s is answered with %4$s', async (path, body, type, expected) => {
    expect(await errorOf(await send(path, body, type))).toBe(expected)
  })

  it.each(['offers', 'types', 'status-lists', 'requests'])('%s of a strange name are not there', async (kind) => {
    for (const id of ['..%2f..%2fetc', '%00', 'a'.repeat(200), '__proto__', '1%27--'])
      expect((await fetch(`${server.url}/openid4vc/${kind}/${id}`)).status).toBe(404)
  })
})

describe('proofs of possession', () => {
  const refused = async (proof: (nonce: string, audience: string) => Promise<string>) => {
    const wallet = await offer()
    const token = await wallet.accessToken()
    return errorOf(await wallet.credential(token, [await proof(await wallet.nonce(), wallet.issuer)]))
  }
  const header = { typ: 'openid4vci-proof+jwt' }
  const encoded = (part: object) => base64url.encode(JSON.stringify(part))
  const now = () => Math.floor(Date.now() / 1_000)

  it('without a signature are refused', async () => {
    const [key] = await holderKeys()
    const proof = async (nonce: string, aud: string) =>
      `${encoded({ ...header, alg: 'none', jwk: key?.publicJwk })}.${encoded({ aud, nonce, iat: now() })}.`
    expect(await refused(proof)).toBe('400 invalid_proof')
  })

  it('under a shared secret or an RSA key are refused', async () => {
    const secret = new Uint8Array(32)
    const symmetric = (nonce: string, aud: string) =>
      new SignJWT({ aud, nonce, iat: now() })
        .setProtectedHeader({ ...header, alg: 'HS256', jwk: { kty: 'oct', k: base64url.encode(secret) } as JWK })
        .sign(secret)
    expect(await refused(symmetric)).toBe('400 invalid_proof')
    const { privateKey, publicKey } = await generateKeyPair('RS256')
    const jwk = await exportJWK(publicKey)
    const rsa = (nonce: string, aud: string) =>
      new SignJWT({ aud, nonce, iat: now() }).setProtectedHeader({ ...header, alg: 'RS256', jwk }).sign(privateKey)
    expect(await refused(rsa)).toBe('400 invalid_proof')
  })

  it('of a point that is on no curve, or that show the private key, are refused', async () => {
    const [key] = await holderKeys()
    if (!key) throw new Error('No key')
    const sign = (jwk: object) => (nonce: string, aud: string) =>
      new SignJWT({ aud, nonce, iat: now() }).setProtectedHeader({ ...header, alg: 'ES256', jwk }).sign(key.privateKey)
    expect(await refused(sign({ ...key.publicJwk, x: base64url.encode(new Uint8Array(32).fill(1)) }))).toBe(
      '400 invalid_proof',
    )
    expect(await refused(sign(await exportJWK(key.privateKey)))).toBe('400 invalid_proof')
  })

  it('that are too old or of tomorrow are refused', async () => {
    const [key] = await holderKeys()
    if (!key) throw new Error('No key')
    for (const seconds of [-90_000, 90_000]) {
      const proof = (nonce: string, aud: string) =>
        new SignJWT({ aud, nonce, iat: now() + seconds })
          .setProtectedHeader({ ...header, alg: 'ES256', jwk: key.publicJwk })
          .sign(key.privateKey)
      expect(await refused(proof)).toBe('400 invalid_proof')
    }
  })

  it('of a draft, which has one alone, are refused with what is wanted', async () => {
    const wallet = await offer()
    const token = await wallet.accessToken()
    const [jwt] = await wallet.proofs(await wallet.nonce(), await holderKeys())
    const proof = { proof_type: 'jwt', jwt }
    const named = { credential_configuration_id: wallet.offer.credential_configuration_ids[0] }
    for (const draft of [named, { format: 'vc+sd-jwt', vct: `${server.url}/openid4vc/types/${definitionId}` }]) {
      const response = await send(
        '/openid4vc/credential',
        JSON.stringify({ ...draft, proof }),
        'application/json',
        token,
      )
      expect([response.status, await response.json()]).toEqual([
        400,
        { error: 'invalid_proof', error_description: expect.stringContaining('{"proofs":{"jwt":["…"]}}') },
      ])
    }
  })

  it('of more credentials than a batch holds are refused', async () => {
    const wallet = await offer()
    const token = await wallet.accessToken()
    const proofs = await wallet.proofs(await wallet.nonce(), await holderKeys(11))
    expect(await errorOf(await wallet.credential(token, proofs))).toBe('400 invalid_credential_request')
  })
})

describe('answers', () => {
  const answered = async (request: RequestClaims, presentation: unknown) => {
    const answer = { vp_token: { credential_1: presentation }, state: request.state }
    return post(request.response_uri, await encryptedAnswer(request, answer))
  }

  it('of another form stay without effect, or end as not verifiable', async () => {
    for (const presentation of [[], 'text', [1], ['a', 'b'], { a: 1 }])
      expect((await answered(await ask(), presentation)).status).toBe(400)
    const { id, response_uri } = await ask()
    const header = base64url.encode(JSON.stringify({ alg: 'ECDH-ES', enc: 'A128GCM', apu: 'A'.repeat(60_000) }))
    const response = `${header}..AAAA.AAAA.AAAA`
    expect((await post(response_uri, new URLSearchParams({ response }))).status).toBe(400)
    expect(await visitor.call('getProof', { id })).toMatchObject({ refusal: 'unreadable-encryption' })
    for (const presentation of ['', '~', 'a~b~c', '~'.repeat(50_000), `${'a.'.repeat(20_000)}~b`]) {
      const request = await ask()
      expect((await answered(request, [presentation])).status).toBe(200)
      const proof = await visitor.call('getProof', { id: request.id })
      expect([proof.state, proof.refusal]).toEqual(['abandoned', 'not-verifiable'])
    }
  })

  it('under a password that takes long to derive are not tried', async () => {
    const request = await ask()
    const header = base64url.encode(
      JSON.stringify({ alg: 'PBES2-HS256+A128KW', enc: 'A128GCM', p2c: 2_000_000_000, p2s: 'AAAAAAAAAAA' }),
    )
    const started = performance.now()
    const response = `${header}.AAAA.AAAA.AAAA.AAAA`
    expect((await post(request.response_uri, new URLSearchParams({ response }))).status).toBe(400)
    expect(performance.now() - started).toBeLessThan(1_000)
  })

  it('to another request, or with another state, are refused', async () => {
    const [one, other] = [await ask(), await ask()]
    const stolen = await encryptedAnswer(one, { vp_token: { credential_1: ['a~b'] }, state: one.state })
    expect((await post(other.response_uri, stolen)).status).toBe(400)
    const [jwk] = one.client_metadata.jwks.keys
    const text = JSON.stringify({ vp_token: { credential_1: ['a~b'] }, state: other.state })
    const response = await new CompactEncrypt(new TextEncoder().encode(text))
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A128GCM' })
      .encrypt(await importJWK(jwk, 'ECDH-ES'))
    expect((await post(one.response_uri, new URLSearchParams({ response }))).status).toBe(200)
    expect((await visitor.call('getProof', { id: one.id })).refusal).toBe('not-verifiable')
    expect((await visitor.call('getProof', { id: other.id })).state).toBe('request_sent')
  })
})

it('attributes with the names of claims stay what they are', async () => {
  const names = ['exp', 'cnf', 'vct', '_sd', '...', 'status']
  const credential = { name: 'Odd Card', revocable: false, attributes: names.map((name) => ({ name, value: '1' })) }
  const cred_def_id = await readyDefinition(visitor, credential, 'openid4vc')
  const credential_proposal = { attributes: credential.attributes }
  const body = { protocol: 'openid4vc' as const, cred_def_id, credential_proposal }
  const wallet = new SdJwtWallet((await visitor.call('offerCredential', { body })).invitation_url ?? '')
  const token = await wallet.accessToken()
  const response = await wallet.credential(token, await wallet.proofs(await wallet.nonce(), await holderKeys()))
  const { credentials } = (await response.json()) as { credentials: [{ credential: string }] }
  const [jwt = '', ...disclosures] = credentials[0].credential.split('~').slice(0, -1)
  const payload = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
  expect([typeof payload.exp, typeof payload.cnf, payload.status]).toEqual(['number', 'object', undefined])
  const claims = disclosures.map((each) => JSON.parse(Buffer.from(each, 'base64url').toString())[1] as string)
  expect(claims.sort()).toEqual(['..._', '_sd_', 'cnf_', 'exp_', 'status_', 'vct_'].sort())
})

it('nobody sees what is offered or asked of others by its id', async () => {
  const other = server.visitor()
  const request = await ask()
  expect((await other.send('getProof', { id: request.id })).status).toBe(404)
  expect((await other.send('deleteProof', { id: request.id })).status).toBe(404)
})

it('personal data stand in no file of the server after all is over', async () => {
  const attributes = staffCard('Unmistakable Person').attributes
  const body = { protocol: 'openid4vc' as const, cred_def_id: definitionId, credential_proposal: { attributes } }
  const record = await visitor.call('offerCredential', { body })
  expect(await server.everythingStored()).not.toContain('Unmistakable')
  const wallet = new SdJwtWallet(record.invitation_url ?? '')
  const token = await wallet.accessToken()
  expect(await server.everythingStored()).not.toContain(token)
  await wallet.credential(token, await wallet.proofs(await wallet.nonce(), await holderKeys()))
  expect(await server.everythingStored()).not.toContain('Unmistakable')
})
