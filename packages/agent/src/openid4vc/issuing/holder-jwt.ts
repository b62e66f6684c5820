import { decodeJwt, decodeProtectedHeader, importJWK, jwtVerify } from 'jose'
import { z } from 'zod'
import { publicJwk } from '../api/public-jwk.ts'

/** Seconds by which a wallet's clock may be wrong, where a nonce of ours says how old the JWT is. */
export const clockTolerance = 24 * 60 * 60

const algorithm = 'ES256'
const header = z.object({ alg: z.literal(algorithm), jwk: publicJwk })

/** Reads a wallet's JWT with the key in its header, not its signature, which costs far more to verify. @throws */
export function readHolderJwt<Claims>(text: string, claims: z.ZodType<Claims>) {
  const { jwk } = header.parse(decodeProtectedHeader(text))
  return { text, jwk, claims: claims.parse(decodeJwt(text)) }
}
export type HolderJwt<Claims> = ReturnType<typeof readHolderJwt<Claims>>

/** @param now milliseconds since 1970 @throws when it is not of this type, not signed with its key, or over */
export async function verifyHolderJwt({ text, jwk }: HolderJwt<unknown>, typ: string, now: number): Promise<void> {
  const currentDate = new Date(now)
  await jwtVerify(text, await importJWK(jwk, algorithm), { typ, algorithms: [algorithm], currentDate, clockTolerance })
}

/** Whether `iat`, in seconds, is within so many seconds of now, in milliseconds. */
export const isWithin = (seconds: number, iat: number, now: number): boolean =>
  Math.abs(iat - Math.floor(now / 1_000)) <= seconds
