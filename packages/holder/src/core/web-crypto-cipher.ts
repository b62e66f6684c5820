import { concat, toUtf8 } from './encoding/text.ts'
import type { Cipher } from './platform.ts'

const nonceLength = 12

/**
 * AES-256-GCM by a key of WebCrypto, which need not be extractable.
 * Encrypted bytes are a random nonce of 12 bytes, then text and tag.
 */
export const webCryptoCipher = (key: CryptoKey): Cipher => ({
  async encrypt(plain, about) {
    const iv = crypto.getRandomValues(new Uint8Array(nonceLength))
    const algorithm = { name: 'AES-GCM', iv, additionalData: toUtf8(about) }
    return concat(iv, new Uint8Array(await crypto.subtle.encrypt(algorithm, key, Uint8Array.from(plain))))
  },
  async decrypt(encrypted, about) {
    const iv = Uint8Array.from(encrypted.subarray(0, nonceLength))
    const algorithm = { name: 'AES-GCM', iv, additionalData: toUtf8(about) }
    const text = Uint8Array.from(encrypted.subarray(nonceLength))
    return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, text))
  },
})

/** A key for `webCryptoCipher` that no script can read; a browser's database keeps it as it is. */
export const createEncryptionKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
