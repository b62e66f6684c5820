import { z } from 'zod'
import { quarterOf } from '../../core/quarters.ts'
import type { Kind } from '../../core/records.ts'
import { accessToken, answersShape, batchShape } from './batch.ts'

/**
 * The further batches of an issuance: one record for all tokens that lead to them. Until a token ends it holds the
 * values that are signed; then it counts copies until the credentials end.
 */
export const refill = z.object({
  /** That of the issuance; in records of earlier versions the hash of a refresh token. */
  id: z.string(),
  ...batchShape,
  /** The issuance that the first batch was part of, by its id at the port. */
  credentialId: z.string(),
  /** Absent once it has ended. */
  token: accessToken.optional(),
  ...answersShape,
})
export type Refill = z.infer<typeof refill>

export const refills: Kind<Refill> = {
  type: 'Openid4vcRefill',
  schema: refill,
  tagsOf: ({ token, endsAt = 0 }) => ({
    token: token?.hash,
    isDeletedLater: token ? true : undefined,
    endsIn: token ? undefined : String(quarterOf(endsAt)),
  }),
}
