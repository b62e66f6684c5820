import { z } from 'zod'
import { EndpointError } from '../api/endpoint-error.ts'
import { clockTolerance, type HolderJwt, isWithin, readHolderJwt, verifyHolderJwt } from './holder-jwt.ts'
import type { Nonces } from './nonces.ts'

const proofType = 'openid4vci-proof+jwt'

const payload = z.object({
  aud: z.union([z.string(), z.array(z.string())]),
  nonce: z.string().max(200),
  iat: z.number(),
})

interface Expected {
  /** The credential issuer's identifier. */
  audience: string
  nonces: Nonces
  /** Milliseconds since 1970. */
  now: number
}

type Proof = HolderJwt<z.infer<typeof payload>>

/**
 * Proofs that a wallet has its keys (OpenID4VCI 1.0, appendix F.1), in all but their signatures. One for each
 * credential that it wants, all with the same nonce.
 * @throws EndpointError `invalid_proof`, `invalid_nonce`
 */
export function readProofs(proofs: string[], { audience, nonces, now }: Expected): { read: Proof[]; nonce: string } {
  const read = proofs.map((proof) => readProof(proof, audience))
  const nonce = read[0]?.claims.nonce ?? ''
  if (read.some(({ claims }) => claims.nonce !== nonce))
    throw new EndpointError('invalid_proof', 'All proofs of a request have the same nonce.')
  if (!nonces.isValid(nonce)) throw badNonce()
  if (new Set(read.map(({ jwk }) => jwk.x)).size < read.length)
    throw new EndpointError('invalid_proof', 'Each proof needs a key of its own.')
  // The nonce says how old they are, so that a wallet's clock need not be right.
  if (!read.every(({ claims }) => isWithin(clockTolerance, claims.iat, now)))
    throw new EndpointError('invalid_proof', 'The iat of a proof is more than a day from now: set the device’s clock.')
  return { read, nonce }
}

/** @param now milliseconds since 1970 @throws EndpointError `invalid_proof` for the first that its key did not sign */
export async function verifyProofs(proofs: readonly Proof[], audience: string, now: number): Promise<void> {
  for (const proof of proofs) await verifyHolderJwt(proof, proofType, now).catch(() => notAProof(audience))
}

function readProof(proof: string, audience: string): Proof {
  try {
    const read = readHolderJwt(proof, payload)
    if ([read.claims.aud].flat().includes(audience)) return read
  } catch {}
  return notAProof(audience)
}

function notAProof(audience: string): never {
  throw new EndpointError(
    'invalid_proof',
    `A proof must be a JWT of the type ${proofType}, signed with ES256 by the P-256 key in its header jwk, for the audience ${audience}, with iat and nonce.`,
  )
}

export const badNonce = () =>
  new EndpointError('invalid_nonce', 'The nonce is unknown, too old or used. Ask for another one.')
