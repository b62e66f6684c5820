import {
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { hsalsa, secretbox } from '@noble/ciphers/salsa.js'
import { swap32IfBE, u8, u32 } from '@noble/ciphers/utils.js'
import { blake2b } from '@noble/hashes/blake2.js'

/**
 * The boxes of NaCl (`crypto_box`, `crypto_box_seal`), with which DIDComm v1 wraps its content keys (RFC 0019): X25519,
 * HSalsa20, XSalsa20-Poly1305. The curve is OpenSSL's; it refuses points of low order, for which the shared secret
 * would be zero.
 */

/** A key for agreement: the private half, and the public one as its 32 bytes. */
export interface AgreementKey {
  privateKey: KeyObject
  publicKey: Buffer
}

/** The libraries want memory that is theirs alone. */
type Bytes = Uint8Array<ArrayBuffer>

/** Keys come and go as JWK (RFC 8037), which OpenSSL takes ten times faster than their ASN.1. */
const okp = { kty: 'OKP', crv: 'X25519' }

const nonceLength = 24
const keyLength = 32

/** "expand 32-byte k", in words. */
const sigma = new Uint32Array([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574])

/** The X25519 form of an Ed25519 key. @param seed its 32 private bytes (RFC 8032, 5.1.5) */
export function agreementKeyOf(seed: Uint8Array): AgreementKey {
  // The scalar of Ed25519 is that of X25519, which OpenSSL clamps itself (RFC 7748, 5).
  const scalar = createHash('sha512').update(seed).digest().subarray(0, keyLength)
  const d = scalar.toString('base64url')
  // The public half must be there and is not looked at: OpenSSL computes it.
  const privateKey = createPrivateKey({ key: { ...okp, d, x: d }, format: 'jwk' })
  return { privateKey, publicKey: publicBytes(createPublicKey(privateKey)) }
}

/**
 * The key that both sides share (`crypto_box_beforenm`).
 * @param theirs 32 bytes; throws when they are not, or are of low order
 */
export function sharedKey(ours: AgreementKey, theirs: Uint8Array): Uint8Array {
  if (theirs.length !== keyLength) throw new Error('A key for agreement must have 32 bytes')
  const x = Buffer.from(theirs).toString('base64url')
  const publicKey = createPublicKey({ key: { ...okp, x }, format: 'jwk' })
  const secret = diffieHellman({ privateKey: ours.privateKey, publicKey })
  const shared = new Uint32Array(8)
  hsalsa(sigma, swap32IfBE(u32(Uint8Array.from(secret))), new Uint32Array(4), shared)
  return u8(swap32IfBE(shared))
}

/** `crypto_box_afternm`, with a fresh nonce. */
export function boxed(shared: Uint8Array, text: Uint8Array): { sealed: Bytes; nonce: Bytes } {
  const nonce = Uint8Array.from(randomBytes(nonceLength))
  return { sealed: Uint8Array.from(secretbox(shared, nonce).seal(Uint8Array.from(text))), nonce }
}

/** `crypto_box_open_afternm`. Throws when it was not boxed with this key and nonce. */
export function openedBox(shared: Uint8Array, nonce: Uint8Array, sealed: Uint8Array): Bytes {
  return Uint8Array.from(secretbox(shared, Uint8Array.from(nonce)).open(Uint8Array.from(sealed)))
}

/** `crypto_box_seal`: from an anonymous sender. @param theirs 32 bytes */
export function sealedFor(theirs: Uint8Array, text: Uint8Array): Bytes {
  const { privateKey, publicKey } = generateKeyPairSync('x25519')
  const ephemeral = { privateKey, publicKey: publicBytes(publicKey) }
  const sealed = secretbox(sharedKey(ephemeral, theirs), sealNonce(ephemeral.publicKey, theirs)).seal(
    Uint8Array.from(text),
  )
  return Uint8Array.from(Buffer.concat([ephemeral.publicKey, sealed]))
}

/** `crypto_box_seal_open`. Throws when it was not sealed for this key. */
export function openedSeal(ours: AgreementKey, sealed: Uint8Array): Bytes {
  const ephemeral = sealed.subarray(0, keyLength)
  const nonce = sealNonce(ephemeral, ours.publicKey)
  return openedBox(sharedKey(ours, ephemeral), nonce, sealed.subarray(keyLength))
}

const sealNonce = (ephemeral: Uint8Array, theirs: Uint8Array): Uint8Array =>
  blake2b(Uint8Array.from([...ephemeral, ...theirs]), { dkLen: nonceLength })

const publicBytes = (publicKey: KeyObject): Buffer =>
  Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
