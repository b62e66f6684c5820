import { decodeJwt, exportJWK, generateKeyPair } from 'jose'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { issueSdJwtVc, type SdJwtVc } from './issued-sd-jwt.ts'
import { type Sign, signedJwt } from './jws.ts'
import { checks, presentSdJwtVc, SdJwtError, verifySdJwtVc } from './sd-jwt.ts'

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
  ['all of an object', [['age']], { age: ages }],
  ['nothing for a claim that it does not have', [['18'], ['age', '21'], ['__proto__']], { age: {} }],
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

describe('a presentation', () => {
  afterEach(() => vi.restoreAllMocks())

  const honestBinding = { audience: 'verifier', nonce: 'n', now }
  interface Twist {
    issuerSign?: Sign
    claims?: Partial<SdJwtVc['always']>
    binding?: Partial<typeof honestBinding & { sign: Sign }>
    /** Of the disclosures, before the binding covers them. */
    disclosures?: (shown: string[]) => string[]
    /** Of the whole text. */
    sent?: (text: string) => string | Promise<string>
  }
  async function presented({ issuerSign = sign, claims, binding, disclosures, sent = (text) => text }: Twist) {
    const selectively = { name: 'Bola', level: '3' }
    const issued = await issueSdJwtVc({ x5c: [], always: { ...always, ...claims }, selectively }, issuerSign)
    const given = { ...honestBinding, sign: holderSign, ...binding }
    if (!disclosures) return sent(await presentSdJwtVc(issued, [['name']], given))
    // With nothing to choose from, the holder's own function binds the text that it is given.
    const [jwt = '', ...shown] = (await presentSdJwtVc(issued, [['name']], given)).split('~').slice(0, -1)
    return [jwt, ...disclosures(shown), ''].join('~') + (await bindingTo([jwt, ...disclosures(shown), ''].join('~')))
  }
  const bindingTo = async (text: string, type = 'kb+jwt') => {
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
    const payload = { aud: 'verifier', nonce: 'n', iat: now / 1_000, sd_hash: Buffer.from(hash).toString('base64url') }
    return signedJwt({ typ: type }, payload, holderSign)
  }
  const boundPart = (text: string) => text.slice(0, text.lastIndexOf('~') + 1)
  const another = async () => signerOf(((await generateKeyPair('ES256')) as CryptoKeyPair).privateKey)

  /** The fault that it is refused for; its name where it is taken. */
  const outcomeOf = async (text: string) =>
    verifySdJwtVc(text, { ...honestBinding, issuerKey: async () => issuer.publicKey }).then(
      ({ claims }) => claims.name,
      (error) => {
        expect(error).toBeInstanceOf(SdJwtError)
        return (error as SdJwtError).fault
      },
    )

  const forgeries: [fault: keyof typeof checks, what: string, twist: () => Promise<Twist>][] = [
    [
      'malformed',
      'of another media type',
      async () => ({
        async sent(text) {
          const [jwt = '', ...rest] = boundPart(text).split('~')
          const bound = [await signedJwt({ typ: 'jwt', x5c: [] }, decodeJwt(jwt), sign), ...rest].join('~')
          return bound + (await bindingTo(bound))
        },
      }),
    ],
    ['issuer-signature', 'signed by another', async () => ({ issuerSign: await another() })],
    ['expired', 'that is over', async () => ({ claims: { exp: now / 1_000 } })],
    ['expired', 'of tomorrow', async () => ({ claims: { nbf: now / 1_000 + 86_400 } })],
    [
      'disclosures',
      'with a claim that was never signed',
      async () => ({ disclosures: (shown) => [...shown, Buffer.from('["salt","level","5"]').toString('base64url')] }),
    ],
    ['disclosures', 'with a claim twice', async () => ({ disclosures: (shown) => [...shown, ...shown] })],
    ['key-binding-missing', 'without a binding', async () => ({ sent: boundPart })],
    [
      'key-binding-type',
      'with another token of the holder',
      async () => ({ sent: async (text) => boundPart(text) + (await bindingTo(boundPart(text), 'jwt')) }),
    ],
    ['key-binding-signature', 'bound with another key', async () => ({ binding: { sign: await another() } })],
    ['audience', 'for another verifier', async () => ({ binding: { audience: 'another' } })],
    ['nonce', 'for another request', async () => ({ binding: { nonce: 'another' } })],
    [
      'sd-hash',
      'bound without the claim that is shown',
      async () => ({
        sent: async (text) => boundPart(text) + (await bindingTo(`${text.split('~')[0]}~`)),
      }),
    ],
    ['key-binding-time', 'bound an hour ago', async () => ({ binding: { now: now - 3_600_000 } })],
  ]

  it.each(forgeries)('is refused for %s: one %s', async (fault, _, twist) => {
    expect(await outcomeOf(await presented(await twist()))).toBe(fault)
  })

  it('is refused for the first of its faults, in the order of the checks', async () => {
    const payload = { aud: 'another', nonce: 'another', sd_hash: 'another', iat: now / 1_000 - 3_600 }
    const binding = await signedJwt({ typ: 'jwt' }, payload, await another())
    const [jwt = '', name = ''] = (await presented({ claims: { exp: now / 1_000 } })).split('~')
    const bound = [await signedJwt({ typ: 'jwt', x5c: [] }, decodeJwt(jwt), await another()), name, name, ''].join('~')
    expect(await outcomeOf(`${bound}no.jwt`)).toBe('malformed')
    for (const check of Object.keys(checks) as (keyof typeof checks)[]) {
      const isMissing = check === 'key-binding-missing'
      const text = isMissing ? bound : bound + binding
      expect(await outcomeOf(text)).toBe(check)
      vi.spyOn(checks, check).mockImplementation((() => undefined) as never)
    }
    expect(await outcomeOf(bound + binding)).toBe('Bola')
  })

  it.each(Object.keys(checks) as (keyof typeof checks)[])(
    'is taken without %s where nothing else is wrong',
    async (off) => {
      vi.spyOn(checks, off).mockImplementation((() => undefined) as never)
      for (const [fault, what, twist] of forgeries)
        expect(await outcomeOf(await presented(await twist())), what).toBe(fault === off ? 'Bola' : fault)
      expect(await outcomeOf(await presented({}))).toBe('Bola')
    },
  )
})
