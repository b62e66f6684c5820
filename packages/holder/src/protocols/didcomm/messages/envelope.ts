import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import * as z from 'zod/mini'
import { fromBase58, toBase58 } from '../../../core/encoding/base58.ts'
import { fromBase64Url, toBase64Url } from '../../../core/encoding/base64url.ts'
import { concat, fromUtf8, toUtf8 } from '../../../core/encoding/text.ts'
import { box, nonceLength, openedSeal, randomBytes, type SigningKey, sealedFor } from '../../../core/nacl.ts'

/** Characters of an envelope. Pictures among the attributes make the longest. */
export const longestEnvelope = 2 * 1024 * 1024
const longestHeader = 8 * 1024
const mostRecipients = 8

const tagLength = 16
/** The header's name for it is a historical mistake: the nonce has 12 bytes and the cipher no X. */
const encryption = 'xchacha20poly1305_ietf'
const contentNonceLength = 12

const text = (longest: number) => z.string().check(z.maxLength(longest))

const envelopeSchema = z.object({
  protected: text(longestHeader),
  iv: text(100),
  ciphertext: text(longestEnvelope),
  tag: text(100),
})

const headerSchema = z.object({
  enc: z.literal(encryption),
  alg: z.enum(['Authcrypt', 'Anoncrypt']),
  recipients: z
    .array(
      z.object({
        encrypted_key: text(200),
        header: z.object({ kid: text(100), sender: z.nullish(text(400)), iv: z.nullish(text(100)) }),
      }),
    )
    .check(z.maxLength(mostRecipients)),
})

/** An envelope whose recipients are known, and whose content is not. */
export interface EncryptedEnvelope {
  envelope: z.infer<typeof envelopeSchema>
  header: z.infer<typeof headerSchema>
}

/** Packs a message for a recipient (DIDComm v1, RFC 0019): authcrypt with a sender, or anoncrypt. @param to Ed25519 */
export function pack(message: object, to: Uint8Array, from?: SigningKey): string {
  const contentKey = randomBytes(32)
  const header = from ? authcryptKey(contentKey, to, from) : anoncryptKey(contentKey, to)
  const outline = {
    enc: encryption,
    typ: 'JWM/1.0',
    alg: from ? 'Authcrypt' : 'Anoncrypt',
    recipients: [header],
  }
  const aad = toBase64Url(toUtf8(JSON.stringify(outline)))
  const nonce = randomBytes(contentNonceLength)
  const encrypted = chacha20poly1305(contentKey, nonce, toUtf8(aad)).encrypt(toUtf8(JSON.stringify(message)))
  return JSON.stringify({
    protected: aad,
    iv: toBase64Url(nonce),
    ciphertext: toBase64Url(encrypted.subarray(0, -tagLength)),
    tag: toBase64Url(encrypted.subarray(-tagLength)),
  })
}

function authcryptKey(contentKey: Uint8Array, to: Uint8Array, from: SigningKey) {
  const nonce = randomBytes(nonceLength)
  return {
    encrypted_key: toBase64Url(box(from, to, nonce).seal(contentKey)),
    header: {
      kid: toBase58(to),
      iv: toBase64Url(nonce),
      sender: toBase64Url(sealedFor(to, toUtf8(from.kid))),
    },
  }
}

const anoncryptKey = (contentKey: Uint8Array, to: Uint8Array) => ({
  encrypted_key: toBase64Url(sealedFor(to, contentKey)),
  header: { kid: toBase58(to) },
})

/** Reads for whom an envelope is. @returns undefined when it is none, or larger than any that is honest */
export function readEnvelope(received: string): EncryptedEnvelope | undefined {
  if (received.length > longestEnvelope) return undefined
  try {
    const envelope = envelopeSchema.parse(JSON.parse(received))
    return { envelope, header: headerSchema.parse(JSON.parse(fromUtf8(fromBase64Url(envelope.protected)))) }
  } catch {
    return undefined
  }
}

/** Base58 keys of an envelope's recipients. */
export const recipientsOf = ({ header }: EncryptedEnvelope): string[] =>
  header.recipients.map(({ header }) => header.kid)

/**
 * Opens an envelope with the key of one of its recipients. Throws when it was not packed for this key.
 * @returns the text, and the sender's key in base58 for authcrypt
 */
export function unpack(
  { envelope, header }: EncryptedEnvelope,
  ours: SigningKey,
): { message: unknown; sender?: string } {
  const recipient = header.recipients.find((each) => each.header.kid === ours.kid)
  if (!recipient) throw new Error('The envelope is for others')
  const wrapped = fromBase64Url(recipient.encrypted_key)
  const { sender: encryptedSender, iv } = recipient.header
  let contentKey: Uint8Array
  let sender: string | undefined
  if (header.alg === 'Authcrypt') {
    if (!encryptedSender || !iv) throw new Error('The envelope does not name its sender')
    sender = fromUtf8(openedSeal(ours, fromBase64Url(encryptedSender)))
    contentKey = box(ours, fromBase58(sender), fromBase64Url(iv)).open(wrapped)
  } else {
    contentKey = openedSeal(ours, wrapped)
  }
  const encrypted = concat(fromBase64Url(envelope.ciphertext), fromBase64Url(envelope.tag))
  const cipher = chacha20poly1305(contentKey, fromBase64Url(envelope.iv), toUtf8(envelope.protected))
  return { message: JSON.parse(fromUtf8(cipher.decrypt(encrypted))), sender }
}
