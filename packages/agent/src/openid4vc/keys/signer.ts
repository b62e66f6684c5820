import { base64url } from 'jose'

/** Signs with ES256 under a certificate. */
export interface Signer {
  /** The signer's certificate, base64 DER: a chain without its root (RFC 7515, 4.1.6). */
  readonly x5c: string[]
  /** @returns a signature as JWS has them, base64url (RFC 7518, 3.4) */
  sign(input: string): Promise<string>
}

/** A JWT in the compact form. @param typ see RFC 8725, 3.11 */
export async function signedJwt({ x5c, sign }: Signer, typ: string, payload: object): Promise<string> {
  const input = `${encoded({ alg: 'ES256', typ, x5c })}.${encoded(payload)}`
  return `${input}.${await sign(input)}`
}

const encoded = (part: object) => base64url.encode(JSON.stringify(part))
