import { unreadableParts } from '@lastmile/contracts'
import { z } from 'zod'
import type { Kind } from '../../core/records.ts'
import { accessToken, answersShape, batchShape } from './batch.ts'

/** An offer, and what came of it. Deleted with the attribute values in it when the server forgets it. */
export const issuance = z.object({
  /** The credential's id at the port. */
  id: z.string(),
  ...batchShape,
  /** From the first token on; as long as its signer may, where it is absent. */
  validSeconds: z.number().optional(),
  state: z.enum(['offer_sent', 'request_received', 'credential_issued', 'abandoned']),
  refusal: z.enum(['declined', 'expired', 'withdrawn', 'unreachable', 'wrong-code']).optional(),
  /** The part of the wallet's last request that could not be read. The offer is open until another one is. */
  unreadable: z.enum(unreadableParts).optional(),
  /** The pre-authorized code for a wallet on the device that has the offer. One token at a time is good for it. */
  code: z.string(),
  /** The one for other devices, in its place. */
  acrossDevices: z.object({
    code: z.string(),
    /** Typed in by the holder (OpenID4VCI 1.0, 4.1.1). */
    txCode: z.string(),
    /** How often another one was sent. */
    wrong: z.number(),
  }),
  token: accessToken.optional(),
  ...answersShape,
  /** The answer that held the credentials. */
  given: z
    .object({
      notificationId: z.string(),
      /** Milliseconds since 1970, as below. */
      at: z.number(),
    })
    .optional(),
  /** Whether the wallet said that it has them, or the time for it is over. */
  isConfirmed: z.enum(['by the wallet', 'by time']).optional(),
  /** Set when only a wallet that asks again, or repeats itself, needs it. */
  deletedAt: z.number().optional(),
})
export type Issuance = z.infer<typeof issuance>

export const issuances: Kind<Issuance> = {
  type: 'Openid4vcIssuance',
  schema: issuance,
  tagsOf: ({ code, acrossDevices, state, token, given, isConfirmed, deletedAt }) => ({
    code,
    codeAcrossDevices: acrossDevices.code,
    token: token?.hash,
    isBegun: state === 'request_received' && !given ? true : undefined,
    isUnconfirmed: given && !isConfirmed ? true : undefined,
    isDeletedLater: deletedAt === undefined ? undefined : true,
  }),
}
