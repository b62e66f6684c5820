import { ed25519 } from '@noble/curves/ed25519.js'
import * as z from 'zod/mini'
import { toBase58 } from '../../../core/encoding/base58.ts'
import { fromBase64Url, toBase64Url } from '../../../core/encoding/base64url.ts'
import { fromUtf8, toUtf8 } from '../../../core/encoding/text.ts'
import { fromDidKey } from '../dids/multikey.ts'

const text = (longest: number) => z.string().check(z.maxLength(longest))
const signature = z.object({
  header: z.object({ kid: text(300) }),
  protected: text(4_000),
  signature: text(200),
})

/** An attachment with its signature (JWS, RFC 0017). */
export const signedAttachmentSchema = z.object({
  data: z.object({
    base64: text(64 * 1024),
    jws: z.union([signature, z.object({ signatures: z.array(signature).check(z.maxLength(5)) })]),
  }),
})

/**
 * The attachment as text.
 * @param signers Ed25519 keys in base58, one of which must have signed
 * @throws when none has
 */
export function signedText({ data }: z.infer<typeof signedAttachmentSchema>, signers: string[]): string {
  const payload = fromBase64Url(data.base64)
  const signatures = 'signatures' in data.jws ? data.jws.signatures : [data.jws]
  const isSigned = signatures.some((each) => {
    const key = fromDidKey(each.header.kid)
    const { alg } = JSON.parse(fromUtf8(fromBase64Url(each.protected)))
    if (alg !== 'EdDSA' || !signers.includes(toBase58(key))) return false
    const signed = toUtf8(`${each.protected}.${toBase64Url(payload)}`)
    return ed25519.verify(fromBase64Url(each.signature), signed, key, { zip215: false })
  })
  if (!isSigned) throw new Error('An attachment is not signed by who it should be from')
  return fromUtf8(payload)
}
