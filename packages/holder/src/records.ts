import type * as z from 'zod/mini'
import type { Vault } from './core/vault.ts'
import { recordSchemas as didcommRecordSchemas } from './didcomm/records/records.ts'
import { openidRecordSchemas } from './openid4vc/records.ts'

/** Everything that a wallet keeps, by kind. */
export const recordSchemas = { ...didcommRecordSchemas, ...openidRecordSchemas }

export type Records = { [Kind in keyof typeof recordSchemas]: z.infer<(typeof recordSchemas)[Kind]> }
export type WalletVault = Vault<Records>
