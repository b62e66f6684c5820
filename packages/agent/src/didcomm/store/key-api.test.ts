// Before Askar's shared part, which has no functions otherwise.
import '@openwallet-foundation/askar-nodejs'
import { randomBytes } from 'node:crypto'
import { CryptoBox, Key, KeyAlgorithm } from '@openwallet-foundation/askar-shared'
import { beforeEach, describe, expect, test } from 'vitest'
import { memoryStorage } from '../../../test/memory-storage.ts'
import { Encryption } from '../../core/encryption/encryption.ts'
import { FailedReads } from './failed-reads.ts'
import { KeyApi } from './key-api.ts'

const text = Uint8Array.from(Buffer.from('a content encryption key of a message'))
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const fromHex = (digits: string) => Uint8Array.from(Buffer.from(digits, 'hex'))

let storage: ReturnType<typeof memoryStorage>
let keys: KeyApi
const encryption = new Encryption(randomBytes(32))

beforeEach(() => {
  storage = memoryStorage()
  keys = new KeyApi(storage.keys, encryption, new FailedReads())
})

/** A key as it was stored before. @returns its secret part */
async function stored(seed: Uint8Array, publicKey: Uint8Array): Promise<string> {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: base64(publicKey), d: base64(seed) }
  await storage.keys.insert('k', encryption.encrypt('key', 'k', JSON.stringify(jwk)))
  return jwk.d
}

/** RFC 8032, 7.1, tests 1 to 3. */
const published = [
  [
    '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    '',
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ],
  [
    '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    '72',
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  ],
  [
    'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
    'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    'af82',
    '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  ],
] as const

describe('signatures', () => {
  test.each(published)('of a published key are the published ones: %s', async (seed, publicKey, message, signature) => {
    await stored(fromHex(seed), fromHex(publicKey))
    const data = fromHex(message)
    const made = await keys.sign({ keyId: 'k', algorithm: 'EdDSA', data })
    expect(hex(made.signature)).toBe(signature)
    const check = { algorithm: 'EdDSA', data, signature: made.signature, key: { keyId: 'k' } } as const
    expect(await keys.verify(check)).toMatchObject({ verified: true })
    expect(await keys.verify({ ...check, data: fromHex(`${message}00`) })).toEqual({ verified: false })
  })

  test('a signature that is none verifies as false', async () => {
    const { keyId } = await keys.createKey({ type: { kty: 'OKP', crv: 'Ed25519' } })
    for (const length of [0, 63, 65]) {
      const check = { algorithm: 'EdDSA', data: text, signature: new Uint8Array(length), key: { keyId } } as const
      expect(await keys.verify(check)).toEqual({ verified: false })
    }
  })
})

describe('with Askar on the other side', () => {
  const askarKey = () => Key.generate(KeyAlgorithm.X25519)
  const external = (publicKey: Uint8Array) => ({ kty: 'OKP', crv: 'X25519', x: base64(publicKey) }) as const
  const made = async () => {
    const { keyId, publicJwk } = await keys.createKey({ type: { kty: 'OKP', crv: 'Ed25519' } })
    const publicKey = Uint8Array.from(Buffer.from((publicJwk as { x: string }).x, 'base64url'))
    const ours = Key.fromPublicBytes({ algorithm: KeyAlgorithm.Ed25519, publicKey })
    return { keyId, ours: ours.convertkey({ algorithm: KeyAlgorithm.X25519 }) }
  }
  const algorithm = 'ECDH-HSALSA20'
  const box = { algorithm: 'XSALSA20-POLY1305' } as const

  test('boxes open both ways', async () => {
    const { keyId, ours } = await made()
    const theirs = askarKey()
    const key = { keyAgreement: { algorithm, keyId, externalPublicJwk: external(theirs.publicBytes) } } as const
    const { encrypted, iv } = await keys.encrypt({ key, data: text, encryption: box })
    const opened = CryptoBox.open({ recipientKey: theirs, senderKey: ours, message: encrypted, nonce: iv ?? text })
    expect(hex(opened)).toBe(hex(text))

    const nonce = Uint8Array.from(CryptoBox.randomNonce())
    const boxed = CryptoBox.cryptoBox({ recipientKey: ours, senderKey: theirs, message: text, nonce })
    const answer = { key, encrypted: Uint8Array.from(boxed), decryption: { ...box, iv: nonce } }
    expect(hex((await keys.decrypt(answer)).data)).toBe(hex(text))
  })

  test('sealed boxes open both ways', async () => {
    const { keyId, ours } = await made()
    const theirs = askarKey()
    const { encrypted } = await keys.encrypt({
      key: { keyAgreement: { algorithm, externalPublicJwk: external(theirs.publicBytes) } },
      data: text,
      encryption: box,
    })
    expect(hex(CryptoBox.sealOpen({ recipientKey: theirs, ciphertext: encrypted }))).toBe(hex(text))

    const sealed = Uint8Array.from(CryptoBox.seal({ recipientKey: ours, message: text }))
    const key = { keyAgreement: { algorithm, keyId } } as const
    expect(hex((await keys.decrypt({ key, encrypted: sealed, decryption: box })).data)).toBe(hex(text))
  })

  test('content opens both ways, and not with other data beside it', async () => {
    const content = Key.generate(KeyAlgorithm.Chacha20C20P)
    const key = { privateJwk: { kty: 'oct', k: base64(content.secretBytes) } } as const
    const aad = Uint8Array.from(Buffer.from('header'))
    const { encrypted, iv, tag } = await keys.encrypt({
      key,
      data: text,
      encryption: { algorithm: 'C20P', aad },
    })
    const theirs = content.aeadDecrypt({ ciphertext: encrypted, nonce: iv ?? text, tag: tag ?? text, aad })
    expect(hex(theirs)).toBe(hex(text))

    const sealed = content.aeadEncrypt({ message: text, aad })
    const decryption = {
      algorithm: 'C20P',
      iv: Uint8Array.from(sealed.nonce),
      tag: Uint8Array.from(sealed.tag),
      aad,
    } as const
    const ciphertext = Uint8Array.from(sealed.ciphertext)
    expect(hex((await keys.decrypt({ key, encrypted: ciphertext, decryption })).data)).toBe(hex(text))
    const other = { ...decryption, aad: Uint8Array.from(Buffer.from('another')) }
    await expect(keys.decrypt({ key, encrypted: ciphertext, decryption: other })).rejects.toThrow('decrypted')
  })

  test('a tag that was cut short does not pass', async () => {
    const content = Key.generate(KeyAlgorithm.Chacha20C20P)
    const key = { privateJwk: { kty: 'oct', k: base64(content.secretBytes) } } as const
    const { encrypted, iv, tag } = await keys.encrypt({ key, data: text, encryption: { algorithm: 'C20P' } })
    if (!iv || !tag) throw new Error('not reached')
    for (const length of [0, 4, 15])
      await expect(
        keys.decrypt({ key, encrypted, decryption: { algorithm: 'C20P', iv, tag: tag.slice(0, length) } }),
      ).rejects.toThrow('decrypted')
  })

  test('a sender’s key of low order is refused', async () => {
    const { keyId } = await made()
    const key = { keyAgreement: { algorithm, keyId, externalPublicJwk: external(new Uint8Array(32)) } } as const
    await expect(keys.encrypt({ key, data: text, encryption: box })).rejects.toThrow('encrypted')
    const decryption = { ...box, iv: new Uint8Array(24) }
    await expect(keys.decrypt({ key, encrypted: new Uint8Array(40), decryption })).rejects.toThrow('decrypted')
  })
})

describe('keeping', () => {
  test('a deleted key is gone at once, from memory too', async () => {
    const { keyId } = await keys.createKey({ type: { kty: 'OKP', crv: 'Ed25519' } })
    await keys.sign({ keyId, algorithm: 'EdDSA', data: text })
    expect(await keys.deleteKey({ keyId })).toBe(true)
    expect(await keys.deleteKey({ keyId })).toBe(false)
    await expect(keys.sign({ keyId, algorithm: 'EdDSA', data: text })).rejects.toThrow()
    expect(storage.encrypted()).toEqual([])
  })

  test('a key outlives its process, and another key does not take its place', async () => {
    const { keyId } = await keys.createKey({ type: { kty: 'OKP', crv: 'Ed25519' }, keyId: 'one' })
    const before = await keys.sign({ keyId, algorithm: 'EdDSA', data: text })
    const restarted = new KeyApi(storage.keys, encryption, new FailedReads())
    expect(await restarted.sign({ keyId, algorithm: 'EdDSA', data: text })).toEqual(before)
    await expect(restarted.createKey({ type: { kty: 'OKP', crv: 'Ed25519' }, keyId })).rejects.toThrow()
  })

  test('halves that do not belong together are refused', async () => {
    const [one, two] = published
    await stored(fromHex(one[0]), fromHex(two[1]))
    await expect(keys.sign({ keyId: 'k', algorithm: 'EdDSA', data: text })).rejects.toThrow('not valid')
  })

  test.each(['P-256', 'X25519'] as const)('keys on %s are not made', async (crv) => {
    const type = (crv === 'P-256' ? { kty: 'EC', crv } : { kty: 'OKP', crv }) as never
    await expect(keys.createKey({ type })).rejects.toThrow()
  })

  test('no secret stands in an error', async () => {
    const [one, two] = published
    const secret = await stored(fromHex(one[0]), fromHex(two[1]))
    const error = await keys.sign({ keyId: 'k', algorithm: 'EdDSA', data: text }).catch((failure: unknown) => failure)
    const shown = `${(error as Error).stack} ${JSON.stringify(error)} ${String((error as Error).cause)}`
    expect(shown).not.toContain(secret)
    expect(shown).not.toContain(one[0])
  })
})
