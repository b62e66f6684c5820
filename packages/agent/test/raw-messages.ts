// First of all imports, see there.
import '../src/native.ts'
import { randomUUID } from 'node:crypto'
import { TypedArrayEncoder } from '@credo-ts/core'
import { CryptoBox, Key, KeyAlgorithm } from '@openwallet-foundation/askar-shared'

/** DIDComm messages as a hostile or broken wallet may send them: packed by hand, so that anything can stand in them. */
export class RawSender {
  readonly #signing = Key.generate(KeyAlgorithm.Ed25519)

  get key(): string {
    return base58(this.#signing.publicBytes)
  }

  /** Authcrypt for the key of an invitation (RFC 0019). */
  pack(invitationUrl: string, message: object): string {
    const recipient = Key.fromPublicBytes({ algorithm: KeyAlgorithm.Ed25519, publicKey: recipientOf(invitationUrl) })
    const theirs = recipient.convertkey({ algorithm: KeyAlgorithm.X25519 })
    const ours = this.#signing.convertkey({ algorithm: KeyAlgorithm.X25519 })
    const content = Key.generate(KeyAlgorithm.Chacha20C20P)
    const nonce = CryptoBox.randomNonce()
    const header = {
      kid: base58(recipient.publicBytes),
      sender: base64(CryptoBox.seal({ recipientKey: theirs, message: Buffer.from(this.key) })),
      iv: base64(nonce),
    }
    const encryptedKey = CryptoBox.cryptoBox({
      recipientKey: theirs,
      senderKey: ours,
      message: content.secretBytes,
      nonce,
    })
    const outline = {
      enc: 'xchacha20poly1305_ietf',
      typ: 'JWM/1.0',
      alg: 'Authcrypt',
      recipients: [{ encrypted_key: base64(encryptedKey), header }],
    }
    const aad = Buffer.from(JSON.stringify(outline)).toString('base64url')
    const sealed = content.aeadEncrypt({
      message: Buffer.from(JSON.stringify({ '@id': randomUUID(), ...message })),
      aad: Buffer.from(aad),
    })
    return JSON.stringify({
      protected: aad,
      iv: base64(sealed.nonce),
      ciphertext: base64(sealed.ciphertext),
      tag: base64(sealed.tag),
    })
  }
}

/** The message in an invitation's address. */
export function invitationIn(invitationUrl: string): { '@id': string; services: { recipientKeys: string[] }[] } {
  return JSON.parse(Buffer.from(new URL(invitationUrl).searchParams.get('oob') ?? '', 'base64url').toString())
}

function recipientOf(invitationUrl: string): Uint8Array {
  const key = invitationIn(invitationUrl).services[0]?.recipientKeys[0]?.split('#')[0]
  if (!key) throw new Error('The invitation names no key')
  // Base58 after the letter that says so, and the two bytes that say Ed25519.
  return TypedArrayEncoder.fromBase58(key.slice('did:key:z'.length)).subarray(2)
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const base58 = (bytes: Uint8Array) => TypedArrayEncoder.toBase58(bytes)
