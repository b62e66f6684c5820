import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from 'jose'
import { z } from 'zod'
import { EndpointError } from '../api/endpoint-error.ts'
import { dpopAlgorithms } from '../api/endpoints.ts'
import { hashOf } from '../keys/secrets.ts'

const proofType = 'dpop+jwt'
/** Seconds by which a wallet's clock may be wrong, as with proofs of possession. */
const clockTolerance = 300

const payload = z.object({ htm: z.string(), htu: z.string(), ath: z.string().optional(), jti: z.string().max(500) })

interface Expected {
  method: 'POST'
  url: string
  /** Milliseconds since 1970. */
  now: number
  /** Of a call with an access token. */
  accessToken?: string
}

/**
 * The thumbprint of the key that a DPoP proof was made with (RFC 9449, 4.3).
 * @throws EndpointError `invalid_dpop_proof`
 */
export async function dpopThumbprint(proof: string, { method, url, now, accessToken }: Expected): Promise<string> {
  try {
    const { payload: claims, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
      typ: proofType,
      algorithms: dpopAlgorithms,
      currentDate: new Date(now),
      clockTolerance,
      // The tolerance comes on top: `iat` may be that far from now on either side, and no further.
      maxTokenAge: 0,
    })
    const { htm, htu, ath } = payload.parse(claims)
    const isOfThisCall = htm === method && htu.split(/[?#]/)[0] === url
    const isOfThisToken = accessToken === undefined || ath === hashOf(accessToken)
    if (!isOfThisCall || !isOfThisToken || !protectedHeader.jwk) throw new Error('The proof is of another call')
    return await calculateJwkThumbprint(protectedHeader.jwk)
  } catch {
    throw new EndpointError(
      'invalid_dpop_proof',
      `A DPoP proof must be a JWT of the type ${proofType}, signed with ${dpopAlgorithms.join()} by the key in its header, for this call and its access token, not older than five minutes.`,
    )
  }
}
