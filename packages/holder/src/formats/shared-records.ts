import * as z from 'zod/mini'
import { historyEntrySchema } from '../core/history.ts'
import type { RecordsOf } from '../core/vault.ts'
import { credentialSchema } from './credentials.ts'

/** The holder's secret of all AnonCreds, decimal; at most 256 bits. */
const walletSchema = z.object({ id: z.literal('wallet'), linkSecret: z.string().check(z.regex(/^[1-9]\d{0,77}$/)) })

/** The kinds of records that no protocol has for itself. Of `wallet` there is one alone. */
export const sharedRecordSchemas = {
  wallet: walletSchema,
  credential: credentialSchema,
  history: historyEntrySchema,
}

export type SharedRecords = RecordsOf<typeof sharedRecordSchemas>
