import { hsalsa, secretbox } from '@noble/ciphers/salsa.js'
import { u8, u32 } from '@noble/ciphers/utils.js'
import { ed25519, x25519 } from '@noble/curves/ed25519.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { toBase58 } from './encoding/base58.ts'
import { concat, toUtf8 } from './encoding/text.ts'

/** NaCl's random bytes, and its boxes between Ed25519 keys: X25519, HSalsa20, XSalsa20-Poly1305. */

/** Cryptographically strong. */
export const randomBytes = (length: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(length))

export interface SigningKey {
  /** Ed25519, 32 bytes each. */
  secret: Uint8Array
  public: Uint8Array
  /** The public half in base58. */
  kid: string
}

export const nonceLength = 24
const keyLength = 32

export function signingKey(secret: Uint8Array): SigningKey {
  const key = ed25519.getPublicKey(secret)
  return { secret, public: key, kid: toBase58(key) }
}

/** The key that both sides share (`crypto_box_beforenm`). Throws when `theirs` is no key, or of low order. */
function sharedKey(secret: Uint8Array, theirs: Uint8Array): Uint8Array {
  const agreed = x25519.getSharedSecret(secret, theirs)
  const shared = new Uint32Array(8)
  hsalsa(u32(toUtf8('expand 32-byte k')), u32(agreed), new Uint32Array(4), shared)
  return u8(shared)
}

/**
 * `crypto_box` and `crypto_box_open`, which throws when it was not boxed by them for us.
 * @param theirs an Ed25519 key
 */
export function box(ours: SigningKey, theirs: Uint8Array, nonce: Uint8Array) {
  const shared = sharedKey(ed25519.utils.toMontgomerySecret(ours.secret), ed25519.utils.toMontgomery(theirs))
  return secretbox(shared, nonce)
}

/** `crypto_box_seal`: from an anonymous sender. @param theirs an Ed25519 key */
export function sealedFor(theirs: Uint8Array, text: Uint8Array): Uint8Array {
  const recipient = ed25519.utils.toMontgomery(theirs)
  const secret = randomBytes(keyLength)
  const ephemeral = x25519.getPublicKey(secret)
  const sealed = secretbox(sharedKey(secret, recipient), sealNonce(ephemeral, recipient)).seal(text)
  return concat(ephemeral, sealed)
}

/** `crypto_box_seal_open`. Throws when it was not sealed for this key. */
export function openedSeal(ours: SigningKey, sealed: Uint8Array): Uint8Array {
  const ephemeral = sealed.subarray(0, keyLength)
  const shared = sharedKey(ed25519.utils.toMontgomerySecret(ours.secret), ephemeral)
  const nonce = sealNonce(ephemeral, ed25519.utils.toMontgomery(ours.public))
  return secretbox(shared, nonce).open(sealed.subarray(keyLength))
}

const sealNonce = (ephemeral: Uint8Array, theirs: Uint8Array): Uint8Array =>
  blake2b(concat(ephemeral, theirs), { dkLen: nonceLength })
