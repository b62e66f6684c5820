import { base64url } from 'jose'

/** Without its `alg`; for `typ` see RFC 8725, 3.11. */
interface Header {
  typ: string
  x5c?: string[]
  jwk?: object
}

/** Signs the input of a JWS with ES256. @returns the signature, base64url (RFC 7515; RFC 7518, 3.4) */
export type Sign = (input: string) => Promise<string>

/** A JWT in the compact form (RFC 7515, 7.1). */
export async function signedJwt(header: Header, payload: object, sign: Sign): Promise<string> {
  const input = [{ alg: 'ES256', ...header }, payload].map((part) => base64url.encode(JSON.stringify(part))).join('.')
  return `${input}.${await sign(input)}`
}
