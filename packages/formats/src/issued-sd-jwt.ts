import { SDJwtInstance } from '@sd-jwt/core'
import { base64url } from 'jose'
import { isObject } from './disclosures.ts'
import type { Sign } from './jws.ts'
import { sdJwtVcFormat, sha256 } from './sd-jwt.ts'

/** A credential as it is signed (SD-JWT VC, draft-ietf-oauth-sd-jwt-vc). */
export interface SdJwtVc {
  /** X.509 certificates, base64 DER, the signer's first; the root is not among them (RFC 7515, 4.1.6). */
  x5c: string[]
  /** Claims that every verifier reads: issuer, type, times, the holder's key, status. */
  always: Record<string, unknown> & { iss: string; vct: string }
  /** Claims that the holder shows or keeps, each by itself; of an object, each member. */
  selectively: Record<string, unknown>
}

/** SHA-256 of a text's UTF-8 or of bytes. */
export type Hash = (data: string | ArrayBuffer) => Uint8Array | Promise<Uint8Array>

/**
 * @param hash where there is a quicker one than that of browsers, which takes a thread for each digest
 * @returns the credential with all its disclosures, without key binding (RFC 9901, section 4)
 */
export function issueSdJwtVc({ x5c, always, selectively }: SdJwtVc, sign: Sign, hash: Hash = sha256): Promise<string> {
  const issuer = new SDJwtInstance({ ...hashing, hasher: hash, saltGenerator: salt, signer: sign, signAlg: 'ES256' })
  return issuer.issue({ ...always, ...selectively }, frameOf(selectively) as never, {
    header: { typ: sdJwtVcFormat, x5c },
  })
}

/** Names the claims to be shown by themselves, as the library has them. */
function frameOf(claims: Record<string, unknown>): object {
  const inParts = Object.entries(claims).flatMap(([name, value]) => (isObject(value) ? [[name, frameOf(value)]] : []))
  return { _sd: Object.keys(claims).filter((name) => !isObject(claims[name])), ...Object.fromEntries(inParts) }
}

const hashing = { hasher: sha256, hashAlg: 'sha-256' as const }

/** 128 bits (RFC 9901, section 9.3). */
const salt = (bytes: number): string => base64url.encode(crypto.getRandomValues(new Uint8Array(bytes)))
