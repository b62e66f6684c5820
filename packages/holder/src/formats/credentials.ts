import * as z from 'zod/mini'
import type { AnonCredsFormat } from './anoncreds/anoncreds-format.ts'
import { anonCredsCredentialSchema } from './anoncreds/credential-record.ts'

/** A stored credential, of one of the formats that a wallet holds. */
export const credentialSchema = z.union([anonCredsCredentialSchema])

export type CredentialRecord = z.infer<typeof credentialSchema>

/** The handlers of each format's credentials. */
export interface Formats {
  anoncreds: AnonCredsFormat
}
