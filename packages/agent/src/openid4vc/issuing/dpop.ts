import { z } from 'zod'
import { DpopNonceWanted, EndpointError } from '../api/endpoint-error.ts'
import { dpopAlgorithms } from '../api/endpoints.ts'
import { hashOf, thumbprintOf } from '../keys/secrets.ts'
import { clockTolerance, type HolderJwt, isWithin, readHolderJwt, verifyHolderJwt } from './holder-jwt.ts'
import type { Nonces } from './nonces.ts'

const proofType = 'dpop+jwt'
/** Seconds by which a wallet's clock may be wrong where its proof has no nonce of ours. */
const toleranceWithoutNonce = 300

const payload = z.object({
  htm: z.string(),
  htu: z.string(),
  ath: z.string().optional(),
  jti: z.string().max(500),
  iat: z.number(),
  nonce: z.string().max(200).optional(),
})

interface Expected {
  url: string
  /** Milliseconds since 1970. */
  now: number
  nonces: Nonces
  /** Of a call with an access token. */
  accessToken?: string
}

/**
 * The thumbprint of the key that a DPoP proof was made with (RFC 9449, 4.3). A proof without a nonce of ours is good
 * for some minutes; where a wallet's clock is further off, it is given a nonce, and repeats its call (section 8).
 * @throws EndpointError `invalid_dpop_proof`, `use_dpop_nonce`
 */
export async function dpopThumbprint(proof: string, expected: Expected): Promise<string> {
  const { nonces, now } = expected
  const read = readProof(proof, expected)
  const { jwk, claims } = read
  const isFresh =
    claims.nonce === undefined ? isWithin(toleranceWithoutNonce, claims.iat, now) : nonces.isValid(claims.nonce)
  if (!isFresh) throw new DpopNonceWanted(nonces.create())
  if (!isWithin(clockTolerance, claims.iat, now))
    throw new EndpointError(
      'invalid_dpop_proof',
      'The iat of the proof is more than a day from now: set the device’s clock.',
    )
  await verifyHolderJwt(read, proofType, now).catch(notAProof)
  return thumbprintOf(jwk)
}

function readProof(proof: string, { url, accessToken }: Expected): HolderJwt<z.infer<typeof payload>> {
  try {
    const read = readHolderJwt(proof, payload)
    const { htm, htu, ath } = read.claims
    const isOfThisToken = accessToken === undefined || ath === hashOf(accessToken)
    if (htm === 'POST' && normalized(htu) === normalized(url) && isOfThisToken) return read
  } catch {}
  return notAProof()
}

/** RFC 9449, 4.3: without query and fragment, as RFC 3986 normalizes addresses (6.2.2 and 6.2.3). */
function normalized(address: string): string {
  const { origin, pathname } = new URL(address)
  const unescaped = (triplet: string) => {
    const character = String.fromCharCode(Number.parseInt(triplet.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : triplet.toUpperCase()
  }
  return origin + pathname.replace(/%[\da-f]{2}/gi, unescaped)
}

function notAProof(): never {
  throw new EndpointError(
    'invalid_dpop_proof',
    `A DPoP proof must be a JWT of the type ${proofType}, signed with ${dpopAlgorithms.join()} by the key in its header, for this call and its access token.`,
  )
}
