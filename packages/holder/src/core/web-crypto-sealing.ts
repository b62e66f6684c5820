import { concat, toUtf8 } from './encoding/text.ts'
import type { Sealing } from './platform.ts'

const nonceLength = 12

/**
 * Seals with AES-256-GCM by a key of WebCrypto, which need not be extractable.
 * Sealed bytes are a random nonce of 12 bytes, then text and tag.
 */
export const webCryptoSealing = (key: CryptoKey): Sealing => ({
  async seal(plain, about) {
    const iv = crypto.getRandomValues(new Uint8Array(nonceLength))
    const algorithm = { name: 'AES-GCM', iv, additionalData: toUtf8(about) }
    return concat(iv, new Uint8Array(await crypto.subtle.encrypt(algorithm, key, Uint8Array.from(plain))))
  },
  async open(sealed, about) {
    const iv = Uint8Array.from(sealed.subarray(0, nonceLength))
    const algorithm = { name: 'AES-GCM', iv, additionalData: toUtf8(about) }
    const text = Uint8Array.from(sealed.subarray(nonceLength))
    return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, text))
  },
})

/** A key for `webCryptoSealing` that no script can read; a browser's database keeps it as it is. */
export const createSealingKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
