import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** Kinds of encrypted rows; each has keys of its own. */
export type EncryptedKind = 'record' | 'key'

const saltLength = 16
const tagLength = 16

/** HMAC-SHA-256 of these words. */
export const macOf = (key: Uint8Array, ...words: string[]): Buffer =>
  createHmac('sha256', key).update(JSON.stringify(words)).digest()

/**
 * AES-256-GCM with a key per text: a shared key would limit the number of random nonces (NIST SP 800-38D, 8.3).
 *
 * Output: salt (16 bytes) | authentication tag (16) | ciphertext. HMAC-SHA-512(key of the kind, salt) gives the
 * key (32 bytes) and the nonce (12). HKDF-SHA-256 (RFC 5869) derives each kind's key from the store key.
 */
export class Encryption {
  readonly #keys: Record<EncryptedKind, Buffer>
  readonly #tokenKey: Buffer
  /** Every message is searched for by the same few words. A million characters at most. */
  readonly #tokens = new LRUCache<string, Buffer>({
    maxSize: 1_000_000,
    sizeCalculation: (_token, { length }) => length,
    memoMethod: (text) => createHmac('sha256', this.#tokenKey).update(text).digest().subarray(0, 16),
  })
  /** Shows whether data were encrypted with this store key, without revealing the key. */
  readonly check: string

  /** @param storeKey 32 random bytes */
  constructor(storeKey: Uint8Array) {
    if (storeKey.length !== 32) throw new Error('The store key must have 32 bytes')
    const derived = (use: string) => Buffer.from(hkdfSync('sha256', storeKey, '', `last-mile ${use}`, 32))
    this.#keys = { record: derived('record'), key: derived('key') }
    this.#tokenKey = derived('token')
    this.check = derived('check').toString('base64url')
  }

  /** @param place what the text belongs to; elsewhere it can't be decrypted, so rows can't be swapped */
  encrypt(kind: EncryptedKind, place: string, text: string): Buffer {
    const salt = randomBytes(saltLength)
    const cipher = createCipheriv('aes-256-gcm', ...this.#keyFor(kind, salt))
    cipher.setAAD(Buffer.from(place))
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([salt, cipher.getAuthTag(), body])
  }

  /** Throws when it was encrypted for another place or with another key, or was changed. */
  decrypt(kind: EncryptedKind, place: string, encrypted: Uint8Array): string {
    const salt = encrypted.subarray(0, saltLength)
    const decipher = createDecipheriv('aes-256-gcm', ...this.#keyFor(kind, salt), { authTagLength: tagLength })
    decipher.setAAD(Buffer.from(place))
    decipher.setAuthTag(encrypted.subarray(saltLength, saltLength + tagLength))
    return decipher.update(encrypted.subarray(saltLength + tagLength), undefined, 'utf8') + decipher.final('utf8')
  }

  /** The search token of a word in the database: equal words have equal tokens, which reveal nothing else. */
  token(...words: string[]): Buffer {
    return this.#tokens.memo(JSON.stringify(words))
  }

  /** 32 bytes that only who has the store key can make of these words. */
  mac(...words: string[]): Buffer {
    return macOf(this.#tokenKey, ...words)
  }

  /** The key of `mac`, for those that have to outlive a change of the store key. */
  get macKey(): string {
    return this.#tokenKey.toString('base64url')
  }

  #keyFor(kind: EncryptedKind, salt: Uint8Array): [key: Buffer, nonce: Buffer] {
    const bytes = createHmac('sha512', this.#keys[kind]).update(salt).digest()
    return [bytes.subarray(0, 32), bytes.subarray(32, 44)]
  }
}
