import { X509Certificate } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { Encryption } from '../src/core/encryption/encryption.ts'
import { Events } from '../src/core/events.ts'
import { createOpenid4vcAgent } from '../src/openid4vc/index.ts'
import { openSiteKeys } from '../src/openid4vc/keys/site-keys.ts'
import { memoryStorage } from './memory-storage.ts'

const publicUrl = 'https://site.example'
const day = 24 * 60 * 60_000
const logger = { info() {}, warn() {}, error() {} }
const grant = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'

test('a credential ends with the certificate that signs it, at the latest', async () => {
  let now = Date.now()
  const storage = { ...memoryStorage(), now: () => now }
  const options = { publicUrl, dataDir: '', storeKey: new Uint8Array(32), logger }
  const agent = createOpenid4vcAgent(options, storage, new Events(storage.events, logger))
  await agent.start()
  const definition = { name: 'Card', version: '1.0', attributeNames: ['name'], revocable: false }
  await agent.registerCredentialDefinition({ key: 'card', ...definition })

  const lifetimes: number[] = []
  for (const days of [0, 330]) {
    now = Date.now() + days * day
    const signed = await issued()
    const { iat = 0, exp = 0 } = decodeJwt(signed)
    const [certificate = ''] = decodeProtectedHeader(signed).x5c ?? []
    const { validTo } = new X509Certificate(Buffer.from(certificate, 'base64'))
    expect(exp * 1_000).toBeLessThanOrEqual(Date.parse(validTo))
    lifetimes.push(Math.round((exp - iat) / 86_400))
  }
  expect(lifetimes).toEqual([365, 67])
  await agent.stop()

  async function issued(): Promise<string> {
    const offer = { definitionKey: 'card', attributes: [{ name: 'name', value: 'Bola' }] }
    const { credentialId } = await agent.offer(offer, { invitation: { label: 'Site', purpose: 'issue' } })
    const { invitationUrl = '' } = (await agent.offerInvitation(credentialId)) ?? {}
    const { grants, credential_issuer } = JSON.parse(new URL(invitationUrl).searchParams.get('credential_offer') ?? '')
    const { access_token: accessToken } = await agent.issuing.token({ grant_type: grant, ...grants[grant] })
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const proof = await new SignJWT({ nonce: agent.issuing.nonce().c_nonce })
      .setProtectedHeader({ alg: 'ES256', typ: 'openid4vci-proof+jwt', jwk: await exportJWK(publicKey) })
      .setAudience(credential_issuer)
      .setIssuedAt(Math.floor(now / 1_000))
      .sign(privateKey)
    const request = { credential_configuration_id: 'card', proofs: { jwt: [proof] } }
    const answer = await agent.issuing.credential({ accessToken }, request)
    if (typeof answer === 'string') throw new Error('It is encrypted')
    return answer.credentials[0]?.credential.split('~')[0] ?? ''
  }
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
