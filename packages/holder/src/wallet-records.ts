import { changesOf, type RecordsOf, type Vault } from './core/vault.ts'
import { sharedRecordSchemas } from './formats/shared-records.ts'
import { didcommRecordSchemas } from './protocols/didcomm/records/didcomm-records.ts'
import { openidRecordSchemas } from './protocols/openid4vc/openid-records.ts'

/** Everything that a wallet keeps, by kind. */
export const recordSchemas = { ...sharedRecordSchemas, ...didcommRecordSchemas, ...openidRecordSchemas }

export type Records = RecordsOf<typeof recordSchemas>
export type WalletVault = Vault<Records>
export const { put, removal } = changesOf<Records>()
