import { X509Certificate } from 'node:crypto'
import {
  claimsOf,
  encryptedAnswer,
  type HolderKeyPair,
  holderKeys,
  present,
  SdJwtWallet,
} from '@lastmile/e2e/sd-jwt-wallet'
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { Encryption } from '../src/core/encryption/encryption.ts'
import { Events } from '../src/core/events.ts'
import { createOpenid4vcAgent, type Openid4vcAgent } from '../src/openid4vc/index.ts'
import { openSiteKeys } from '../src/openid4vc/keys/site-keys.ts'
import { memoryStorage } from './memory-storage.ts'

const publicUrl = 'https://site.example'
const day = 24 * 60 * 60_000
const logger = { info() {}, warn() {}, error() {} }
const grant = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'

const definition = { name: 'Card', version: '1.0', attributeNames: ['name'], revocable: false }
const question = {
  title: 'Check',
  version: '1.0',
  prove: {},
  show: { card: { attributes: ['name'], of: [{ definitionKey: 'card' }], unrevoked: false } },
}

/** @param now milliseconds since 1970 */
async function issuedBy(agent: Openid4vcAgent, now: number, { privateKey, publicJwk }: HolderKeyPair): Promise<string> {
  const offer = { definitionKey: 'card', attributes: [{ name: 'name', value: 'Bola' }] }
  const { credentialId } = await agent.offerByInvitation(offer)
  const { invitationUrl = '' } = (await agent.offerInvitation(credentialId)) ?? {}
  const { issuer, code } = new SdJwtWallet(invitationUrl)
  const { access_token: accessToken } = await agent.issuing.token({ grant_type: grant, 'pre-authorized_code': code })
  const proof = await new SignJWT({ nonce: agent.issuing.nonce().c_nonce })
    .setProtectedHeader({ alg: 'ES256', typ: 'openid4vci-proof+jwt', jwk: publicJwk })
    .setAudience(issuer)
    .setIssuedAt(Math.floor(now / 1_000))
    .sign(privateKey)
  const request = { credential_configuration_id: 'card', proofs: { jwt: [proof] } }
  const answer = await agent.issuing.credential({ scheme: 'Bearer', accessToken }, request)
  if (typeof answer === 'string') throw new Error('It is encrypted')
  return answer.credentials[0]?.credential ?? ''
}

test('a credential ends with the certificate that signs it, at the latest', async () => {
  const start = Date.UTC(2026, 11, 5)
  let now = start
  const storage = { ...memoryStorage(), now: () => now }
  const options = { publicUrl, dataDir: '', storeKey: new Uint8Array(32), logger }
  const agent = createOpenid4vcAgent(options, storage, new Events(storage.events, logger))
  await agent.start()
  await agent.registerCredentialDefinition({ ...definition, key: 'card' })

  const [key] = await holderKeys()
  if (!key) throw new Error('No key')
  const ends: string[] = []
  for (const days of [0, 330]) {
    now = start + days * day
    const [signed = ''] = (await issuedBy(agent, now, key)).split('~')
    const { exp = 0 } = decodeJwt(signed)
    const [certificate = ''] = decodeProtectedHeader(signed).x5c ?? []
    const { validTo } = new X509Certificate(Buffer.from(certificate, 'base64'))
    expect(exp * 1_000).toBeLessThanOrEqual(Date.parse(validTo))
    ends.push(new Date(exp * 1_000).toISOString())
  }
  expect(ends).toEqual(['2028-01-01T00:00:00.000Z', '2028-01-06T00:00:00.000Z'])
  await agent.stop()
})

test('a signer is one of this site only under its root, for its address, alone, and until its certificate ends', async () => {
  let now = Date.now()
  const newStorage = () => ({ ...memoryStorage(), now: () => now })
  const storage = newStorage()
  const openKeys = (at = storage, address = publicUrl) => openSiteKeys(at, new Encryption(new Uint8Array(32)), address)
  const site = await openKeys()
  const moved = await openKeys(storage, 'https://elsewhere.example')
  const other = await openKeys(newStorage())
  const { x5c, endsAt } = site.documents
  await expect(site.issuerKey(x5c)).resolves.toBe(await site.issuerKey(x5c))
  await expect(site.issuerKey(moved.documents.x5c)).rejects.toThrow('not one of this issuer')
  await expect(other.issuerKey(x5c)).rejects.toThrow('not one of this issuer')
  await expect(site.issuerKey([...x5c, ...x5c])).rejects.toThrow('not one of this issuer')
  await expect(site.issuerKey([])).rejects.toThrow()
  now = endsAt + 1_000
  await expect(site.issuerKey(x5c)).rejects.toThrow('another time')
})

test('a start renews certificates with under 60 days left, and earlier credentials still verify', async () => {
  let now = Date.UTC(2026, 11, 5)
  const storage = { ...memoryStorage(), now: () => now }
  const start = async () => {
    const options = { publicUrl, dataDir: '', storeKey: new Uint8Array(32), logger }
    const agent = createOpenid4vcAgent(options, storage, new Events(storage.events, logger))
    await agent.start()
    return agent
  }
  const keysNow = () => openSiteKeys(storage, new Encryption(new Uint8Array(32)), publicUrl)
  const early = await start()
  const first = await keysNow()
  await early.registerCredentialDefinition({ ...definition, key: 'card' })
  const [key] = await holderKeys()
  if (!key) throw new Error('No key')
  const credential = await issuedBy(early, now, key)
  await early.stop()

  now = first.documents.endsAt - 60 * day - 1
  for (const use of ['documents', 'requests'] as const) expect((await keysNow())[use].x5c).toEqual(first[use].x5c)
  now += 1
  const agent = await start()
  const renewed = await keysNow()
  for (const use of ['documents', 'requests'] as const) {
    expect(renewed[use].x5c).not.toEqual(first[use].x5c)
    expect(renewed[use].endsAt).toBe(Math.floor((now + 397 * day) / 1_000) * 1_000)
  }
  expect(renewed.root).toBe(first.root)

  const { proofId } = await agent.askByInvitation(question, { label: 'Site', purpose: 'verify' })
  const { acrossDevices } = (await agent.proofInvitation(proofId)) ?? {}
  const at = new URL(acrossDevices?.invitationUrl ?? '').searchParams.get('request_uri')?.split('/').at(-1) ?? ''
  const request = claimsOf((await agent.verifying.request(at)) ?? '')
  const shown = await present(request, { credential, key }, { issuedAt: Math.floor(now / 1_000) })
  const answer = await encryptedAnswer(request, { vp_token: { credential_1: [shown] }, state: request.state })
  await agent.verifying.answer(at, Object.fromEntries(answer))
  expect(await agent.getProof(proofId)).toMatchObject({ state: 'verified', verified: true })
  await agent.stop()
})
