import { CompactEncrypt, compactDecrypt } from 'jose'
import * as z from 'zod/mini'
import { fromUtf8, toUtf8 } from '../../core/encoding/text.ts'
import { contentSchema, encryptionSchema, type issuerEncryptionSchema } from '../../formats/sd-jwt/sd-jwt-credential.ts'

export type Encryption = z.infer<typeof encryptionSchema>
export type IssuerEncryption = z.infer<typeof issuerEncryptionSchema>

const keySchema = z.object({
  ...encryptionSchema.shape.jwk.shape,
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  alg: z.optional(z.literal('ECDH-ES')),
  use: z.optional(z.literal('enc')),
})

/** The first of the keys that is for this; undefined where none is. @param supported ways to encrypt the content */
export function encryptionIn(keys: readonly unknown[], supported: readonly string[]): Encryption | undefined {
  const [key] = keys.flatMap((each) => keySchema.safeParse(each).data ?? [])
  const content = contentIn(supported)
  return key && content && { jwk: { x: key.x, y: key.y, kid: key.kid }, content }
}

export const contentIn = (supported: readonly string[]) =>
  contentSchema.options.find((each) => supported.includes(each))

/** @returns a compact JWE of the object (RFC 7516, 7.1), by ECDH-ES */
export const encryptedFor = ({ jwk: { x, y, kid }, content }: Encryption, object: object): Promise<string> =>
  new CompactEncrypt(toUtf8(JSON.stringify(object)))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: content, ...(kid !== undefined && { kid }) })
    .encrypt({ kty: 'EC', crv: 'P-256', x, y })

/** A new key that one answer is to be encrypted for. */
export async function newAnswerKey(content: Encryption['content']) {
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const { publicKey, privateKey } = await crypto.subtle.generateKey(curve, false, ['deriveBits'])
  const { x, y } = await crypto.subtle.exportKey('jwk', publicKey)
  return {
    /** OpenID4VCI 1.0, 8.2. */
    wanted: { jwk: { kty: 'EC', crv: 'P-256', x, y, use: 'enc', alg: 'ECDH-ES' }, enc: content },
    /** Rejects where it is not for this key, compressed, or another kind of JWE. */
    async decrypted(jwe: string): Promise<string> {
      const { plaintext } = await compactDecrypt(jwe, privateKey, {
        keyManagementAlgorithms: ['ECDH-ES'],
        contentEncryptionAlgorithms: [content],
        maxDecompressedLength: 0,
      })
      return fromUtf8(plaintext)
    },
  }
}
