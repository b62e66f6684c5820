import { SDJwtInstance } from '@sd-jwt/core'
import { base64url } from 'jose'

/** Signs the input of a JWS with ES256. @returns the signature, base64url (RFC 7515, RFC 7518 3.4) */
export type Sign = (input: string) => Promise<string>

/** A credential as it is signed (SD-JWT VC, draft-ietf-oauth-sd-jwt-vc). */
export interface SdJwtVc {
  /** X.509 certificates, base64 DER, the signer's first; the root is not among them (RFC 7515 4.1.6). */
  x5c: string[]
  /** What anybody who sees the credential reads: issuer, type, times, the holder's key, status. */
  always: Record<string, unknown> & { iss: string; vct: string }
  /** What the holder shows or keeps, each by itself. */
  selectively: Record<string, unknown>
}

/** The media type of SD-JWT VC, as `typ` and as the format's identifier in OpenID4VC. */
export const sdJwtVcFormat = 'dc+sd-jwt'

/** @returns the credential with all its disclosures, without key binding (RFC 9901, section 4) */
export function issueSdJwtVc({ x5c, always, selectively }: SdJwtVc, sign: Sign): Promise<string> {
  const issuer = new SDJwtInstance({
    hasher: sha256,
    saltGenerator: salt,
    signer: sign,
    signAlg: 'ES256',
    hashAlg: 'sha-256',
  })
  const frame = { _sd: Object.keys(selectively) } as never
  return issuer.issue({ ...always, ...selectively }, frame, { header: { typ: sdJwtVcFormat, x5c } })
}

async function sha256(data: string | ArrayBuffer): Promise<Uint8Array> {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

/** 128 bits (RFC 9901, section 9.3). */
const salt = (bytes: number): string => base64url.encode(crypto.getRandomValues(new Uint8Array(bytes)))
