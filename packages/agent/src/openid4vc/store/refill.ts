import { z } from 'zod'
import type { Kind } from '../../core/records.ts'
import { accessToken, batchShape } from './batch.ts'

/** A further batch, for as long as a wallet may ask for it. Its id is the hash of the refresh token. */
export const refill = z.object({
  id: z.string(),
  ...batchShape,
  /** The issuance that the first batch was part of, by its id at the port. */
  credentialId: z.string(),
  token: accessToken,
  /** Nonces that a proof of possession was taken with. */
  usedNonces: z.array(z.string()),
})
export type Refill = z.infer<typeof refill>

export const refills: Kind<Refill> = {
  type: 'Openid4vcRefill',
  schema: refill,
  tagsOf: ({ token }) => ({ token: token.hash, isDeletedLater: true }),
}
