import { type Sign, signedJwt } from '@lastmile/formats/jws'

/** Signs with ES256 under a certificate. */
export interface Signer {
  /** The signer's certificate, base64 DER: a chain without its root (RFC 7515, 4.1.6). */
  readonly x5c: string[]
  /** The certificate's key, without what only some uses need. */
  readonly publicJwk: object
  /** The key identifier of the root, base64url. */
  readonly authority: string
  /** The certificate's end, milliseconds since 1970. */
  readonly endsAt: number
  readonly sign: Sign
}

/**
 * A JWT with the signer's certificate.
 * @param typ see RFC 8725, 3.11
 * @param more of the header
 */
export const certifiedJwt = (
  { x5c, sign }: Signer,
  typ: string,
  payload: object,
  more: { jwk?: object } = {},
): Promise<string> => signedJwt({ typ, x5c, ...more }, payload, sign)
