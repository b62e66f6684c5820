import { z } from 'zod'

/** A coordinate of a point on P-256 (RFC 7518, 6.2.1). */
const coordinate = z.string().regex(/^[\w-]{43}$/)

/** A public key on P-256 that came from outside. One with its private part is refused. */
export const publicJwk = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: coordinate,
  y: coordinate,
  d: z.never().optional(),
})
export type PublicJwk = z.infer<typeof publicJwk>
