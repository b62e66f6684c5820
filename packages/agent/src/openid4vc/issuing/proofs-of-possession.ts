import { calculateJwkThumbprint, EmbeddedJWK, type JWK, jwtVerify } from 'jose'
import { z } from 'zod'
import { EndpointError } from '../api/endpoint-error.ts'

const proofType = 'openid4vci-proof+jwt'
/** Seconds by which a wallet's clock may be wrong. */
const clockTolerance = 300

const payload = z.object({ nonce: z.string().max(200) })
const publicJwk = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string().max(100),
  y: z.string().max(100),
})

export interface HolderKey {
  jwk: JWK
  nonce: string
}

/**
 * The keys that a wallet proved to have (OpenID4VCI 1.0, appendix F.1): one for each credential that it wants.
 * @param audience the credential issuer's identifier
 * @param now milliseconds since 1970
 * @throws EndpointError `invalid_proof`
 */
export async function provedKeys(proofs: string[], audience: string, now: number): Promise<HolderKey[]> {
  const keys = await Promise.all(proofs.map((proof) => provedKey(proof, audience, now)))
  const prints = await Promise.all(keys.map(({ jwk }) => calculateJwkThumbprint(jwk)))
  if (new Set(prints).size < keys.length) throw new EndpointError('invalid_proof', 'Each proof needs a key of its own.')
  return keys
}

async function provedKey(proof: string, audience: string, now: number): Promise<HolderKey> {
  try {
    const { payload: claims, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
      typ: proofType,
      algorithms: ['ES256'],
      audience,
      currentDate: new Date(now),
      clockTolerance,
      requiredClaims: ['iat', 'nonce'],
      // The tolerance comes on top: `iat` may be that far from now on either side, and no further.
      maxTokenAge: 0,
    })
    return { jwk: publicJwk.parse(protectedHeader.jwk), nonce: payload.parse(claims).nonce }
  } catch {
    throw new EndpointError(
      'invalid_proof',
      `A proof must be a JWT of the type ${proofType}, signed with ES256 by the P-256 key in its header jwk, for the audience ${audience}, with iat and nonce.`,
    )
  }
}
