import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  randomUUID,
  sign,
  verify,
} from 'node:crypto'
import { Kms } from '@credo-ts/core'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Encryption } from '../../core/encryption/encryption.ts'
import type { KeyRows } from '../../port/storage.ts'
import type { FailedReads } from './failed-reads.ts'
import { type AgreementKey, agreementKeyOf, boxed, openedBox, openedSeal, sealedFor, sharedKey } from './nacl-box.ts'

const backend = 'last-mile'
const tagLength = 16
const nonceLength = 12

/** A key that was used lately is not read again; deleted by another process, it is gone after this, in milliseconds. */
const cachedFor = 60_000

const privateJwk = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  d: z.string(),
})

interface Key {
  publicJwk: { kty: 'OKP'; crv: 'Ed25519'; x: string; kid: string }
  signing: KeyObject
  agreement: AgreementKey
  /** Shared secrets, by the other side's key. */
  shared: LRUCache<string, Uint8Array, Uint8Array>
}

/**
 * The keys of the issuer and of its connections, encrypted in the server's database: Ed25519 to sign, its X25519 form
 * for the envelopes of DIDComm v1 (RFC 0019), and nothing else. Every computation is OpenSSL's or one of `nacl-box.ts`.
 *
 * In place of Credo's API, which builds a schema for each call and looks for a backend: 7 % of a visitor's CPU
 * (record 96).
 */
export class KeyApi extends Kms.KeyManagementApi {
  readonly #rows: KeyRows
  readonly #encryption: Encryption
  readonly #failedReads: FailedReads
  readonly #keys = new LRUCache<string, Key>({ max: 2_000, ttl: cachedFor, ttlAutopurge: true })

  constructor(rows: KeyRows, encryption: Encryption, failedReads: FailedReads) {
    // Methods that are not overridden find no backend; the context would be the backend's.
    super(new Kms.KeyManagementModuleConfig({}), undefined as never)
    this.#rows = rows
    this.#encryption = encryption
    this.#failedReads = failedReads
  }

  override randomBytes({ length }: Kms.KmsRandomBytesOptions): Kms.KmsRandomBytesReturn {
    return Uint8Array.from(randomBytes(length))
  }

  override async getPublicKey({ keyId }: Kms.KmsGetPublicKeyOptions): Promise<Key['publicJwk']> {
    return { ...(await this.#get(keyId)).publicJwk }
  }

  override async createKey<Type extends Kms.KmsCreateKeyType>({
    type,
    keyId = randomUUID(),
  }: Kms.KmsCreateKeyOptions<Type>): Promise<Kms.KmsCreateKeyReturn<Type>> {
    if (!('crv' in type) || type.crv !== 'Ed25519') throw unsupported('a key of this type')
    const jwk = privateJwk.parse(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }))
    const key = keyOf(keyId, jwk)
    const encrypted = this.#encryption.encrypt('key', keyId, JSON.stringify(jwk))
    if (!(await this.#rows.insert(keyId, encrypted))) throw new Kms.KeyManagementKeyExistsError(keyId, backend)
    this.#keys.set(keyId, key)
    return { keyId, publicJwk: { ...key.publicJwk } } as unknown as Kms.KmsCreateKeyReturn<Type>
  }

  override async deleteKey({ keyId }: Kms.KmsDeleteKeyOptions): Promise<boolean> {
    this.#keys.delete(keyId)
    const existed = await this.#rows.delete(keyId)
    // Another call may have read it meanwhile.
    this.#keys.delete(keyId)
    return existed
  }

  override async sign({ keyId, algorithm, data }: Kms.KmsSignOptions): Promise<Kms.KmsSignReturn> {
    if (!isEdDsa(algorithm)) throw unsupported(`signing with ${algorithm}`)
    const { signing } = await this.#get(keyId)
    return { signature: Uint8Array.from(sign(null, data, signing)) }
  }

  override async verify(options: Kms.KmsVerifyOptions): Promise<Kms.KmsVerifyReturn> {
    const { algorithm, data, signature, key } = options
    if (!isEdDsa(algorithm)) throw unsupported(`verifying with ${algorithm}`)
    const publicJwk = key.keyId ? (await this.#get(key.keyId)).publicJwk : key.publicJwk
    if (publicJwk?.kty !== 'OKP' || publicJwk.crv !== 'Ed25519') throw unsupported('verifying with a key of this type')
    const { kty, crv, x } = publicJwk
    const verified = failing('A signature could not be checked', () =>
      verify(null, data, createPublicKey({ key: { kty, crv, x }, format: 'jwk' }), signature),
    )
    return verified ? { verified, publicJwk } : { verified }
  }

  override async encrypt({ data, encryption, key }: Kms.KmsEncryptOptions): Promise<Kms.KmsEncryptReturn> {
    const { keyAgreement: agreement } = key
    if (!isEnvelopes(encryption.algorithm, agreement?.algorithm)) throw unsupported('this kind of encryption')
    if (agreement) {
      const theirs = publicBytes(agreement.externalPublicJwk)
      const ours = agreement.keyId === undefined ? undefined : await this.#get(agreement.keyId)
      return failing('A message could not be encrypted', () => {
        if (!ours) return { encrypted: sealedFor(theirs, data) }
        const { sealed, nonce } = boxed(sharedWith(ours, theirs), data)
        return { encrypted: sealed, iv: nonce }
      })
    }
    const iv = Uint8Array.from(randomBytes(nonceLength))
    const cipher = createCipheriv('chacha20-poly1305', secretOf(key.privateJwk), iv, { authTagLength: tagLength })
    const { aad } = encryption as { aad?: Uint8Array }
    if (aad) cipher.setAAD(aad, { plaintextLength: data.length })
    const encrypted = Uint8Array.from(Buffer.concat([cipher.update(data), cipher.final()]))
    return { encrypted, iv, tag: Uint8Array.from(cipher.getAuthTag()) }
  }

  override async decrypt({ encrypted, decryption, key }: Kms.KmsDecryptOptions): Promise<Kms.KmsDecryptReturn> {
    const { keyAgreement: agreement } = key
    if (!isEnvelopes(decryption.algorithm, agreement?.algorithm)) throw unsupported('this kind of encryption')
    const { iv, tag, aad } = decryption as { iv?: Uint8Array; tag?: Uint8Array; aad?: Uint8Array }
    if (agreement) {
      const ours = await this.#get(agreement.keyId)
      const { externalPublicJwk: theirs } = agreement
      return failing('A message could not be decrypted', () => {
        if (!theirs) return { data: openedSeal(ours.agreement, encrypted) }
        return { data: openedBox(sharedWith(ours, publicBytes(theirs)), iv ?? new Uint8Array(), encrypted) }
      })
    }
    return failing('A message could not be decrypted', () => {
      const decipher = createDecipheriv('chacha20-poly1305', secretOf(key.privateJwk), iv ?? new Uint8Array(), {
        authTagLength: tagLength,
      })
      if (aad) decipher.setAAD(aad, { plaintextLength: encrypted.length })
      decipher.setAuthTag(tag ?? new Uint8Array())
      return { data: Uint8Array.from(Buffer.concat([decipher.update(encrypted), decipher.final()])) }
    })
  }

  async #get(keyId: string): Promise<Key> {
    const cached = this.#keys.get(keyId)
    if (cached) return cached
    const encrypted = await this.#rows.read(keyId).catch(this.#failedReads.note)
    if (!encrypted) throw new Kms.KeyManagementKeyNotFoundError(keyId, [backend])
    const jwk = privateJwk.parse(JSON.parse(this.#encryption.decrypt('key', keyId, encrypted)))
    const key = failing('A key is not valid', () => keyOf(keyId, jwk))
    this.#keys.set(keyId, key)
    return key
  }
}

/** Throws when the public half is not that of the private one. */
function keyOf(keyId: string, { kty, crv, x, d }: z.infer<typeof privateJwk>): Key {
  const signing = createPrivateKey({ key: { kty, crv, x, d }, format: 'jwk' })
  if (createPublicKey(signing).export({ format: 'jwk' }).x !== x) throw new Error('The halves of a key do not match')
  const agreement = agreementKeyOf(Buffer.from(d, 'base64url'))
  return {
    publicJwk: { kty, crv, x, kid: keyId },
    signing,
    agreement,
    shared: new LRUCache({
      max: 100,
      memoMethod: (_name, _stale, { context: theirs }) => sharedKey(agreement, theirs),
    }),
  }
}

function sharedWith(ours: Key, theirs: Uint8Array): Uint8Array {
  return ours.shared.memo(Buffer.from(theirs).toString('base64url'), { context: theirs })
}

const isEdDsa = (algorithm: string): boolean => algorithm === 'EdDSA' || algorithm === 'Ed25519'

/** Content is encrypted with a key of its own, and that key with both sides' keys. */
const isEnvelopes = (content: string, agreement: string | undefined): boolean =>
  agreement === undefined ? content === 'C20P' : content === 'XSALSA20-POLY1305' && agreement === 'ECDH-HSALSA20'

function publicBytes(jwk: { crv: string; x: string }): Buffer {
  if (jwk.crv !== 'X25519') throw unsupported('agreement with a key of this type')
  return Buffer.from(jwk.x, 'base64url')
}

function secretOf(jwk: { k?: string } | undefined): Buffer {
  if (!jwk?.k) throw unsupported('encryption without a key')
  return Buffer.from(jwk.k, 'base64url')
}

/** Hides a library's message, which may show what it worked on. */
function failing<Result>(message: string, work: () => Result): Result {
  try {
    return work()
  } catch {
    throw new Kms.KeyManagementError(message)
  }
}

const unsupported = (what: string) => new Kms.KeyManagementAlgorithmNotSupportedError(what, backend)
