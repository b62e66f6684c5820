import { z } from 'zod'
import type { Kind } from '../../core/records.ts'

/** One published list, and how much of it is taken. */
export const statusList = z.object({
  /** Counts from 1. */
  id: z.string(),
  /** Places are taken in blocks, one for each issuance. */
  blocksTaken: z.number(),
  /** Whether more can be taken. */
  hasRoom: z.boolean(),
  /** The published bits, as status list tokens have them. */
  lst: z.string(),
  /** Blocks that are revoked and not published yet. */
  pending: z.array(z.number()),
})
export type StatusList = z.infer<typeof statusList>

export const statusLists: Kind<StatusList> = {
  type: 'Openid4vcStatusList',
  schema: statusList,
  tagsOf: ({ hasRoom }) => ({ hasRoom }),
}
