import { exportJWK, generateKeyPair } from 'jose'
import { beforeAll, expect, it } from 'vitest'
import type { Sign } from './jws.ts'
import { issueSdJwtVc, presentSdJwtVc, type SdJwtVc, verifySdJwtVc } from './sd-jwt.ts'

const now = Date.parse('2026-11-25T12:00:00Z')
let issuer: CryptoKeyPair
let sign: Sign
let always: SdJwtVc['always']
let holderSign: Sign

const signerOf =
  (key: CryptoKey): Sign =>
  async (input) =>
    Buffer.from(
      await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, new TextEncoder().encode(input)),
    ).toString('base64url')

beforeAll(async () => {
  issuer = (await generateKeyPair('ES256')) as CryptoKeyPair
  sign = signerOf(issuer.privateKey)
  const holder = (await generateKeyPair('ES256')) as CryptoKeyPair
  holderSign = signerOf(holder.privateKey)
  always = {
    iss: 'https://issuer.example',
    vct: 'https://issuer.example/card',
    cnf: { jwk: await exportJWK(holder.publicKey) },
  }
})

async function shown(selectively: SdJwtVc['selectively'], paths: string[][]) {
  const credential = await issueSdJwtVc({ x5c: [], always, selectively }, sign)
  const binding = { audience: 'verifier', nonce: 'n', now }
  const presentation = await presentSdJwtVc(credential, paths, { ...binding, sign: holderSign })
  const { claims } = await verifySdJwtVc(presentation, { ...binding, issuerKey: async () => issuer.publicKey })
  const { iss: _, vct: __, cnf: ___, ...rest } = claims
  return rest
}

const ages = { 16: true, 18: false }

it.each([
  ['nothing', [], { age: {} }],
  ['a claim', [['name']], { name: 'Bola', age: {} }],
  ['a member of an object', [['age', '18']], { age: { 18: false } }],
  ['both', [['name'], ['age', '16']], { name: 'Bola', age: { 16: true } }],
  ['nothing for a claim that it does not have', [['18'], ['age', '21'], ['age'], ['__proto__']], { age: {} }],
])('shows %s', async (_, paths, claims) => {
  expect(await shown({ name: 'Bola', age: ages }, paths)).toEqual(claims)
})

it('shows a claim with a dot in its name without the claim that its name begins with', async () => {
  expect(
    await shown({ 'https://issuer.example': 'asked for', https: 'kept', 'https://issuer': 'kept' }, [
      ['https://issuer.example'],
    ]),
  ).toEqual({ 'https://issuer.example': 'asked for' })
})
