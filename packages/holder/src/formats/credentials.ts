import * as z from 'zod/mini'
import type { AnonCredsFormat } from './anoncreds/anoncreds-format.ts'
import { anonCredsCredentialSchema } from './anoncreds/credential-record.ts'
import { sdJwtCredentialSchema } from './sd-jwt/credential-record.ts'
import type { SdJwtFormat } from './sd-jwt/sd-jwt-format.ts'

/** A stored credential, of one of the formats that a wallet holds. */
export const credentialSchema = z.union([anonCredsCredentialSchema, sdJwtCredentialSchema])

export type CredentialRecord = z.infer<typeof credentialSchema>

/** The handlers of each format's credentials. */
export interface Formats {
  anoncreds: AnonCredsFormat
  'sd-jwt': SdJwtFormat
}

type OfFormat<Format extends CredentialRecord['format']> = Extract<CredentialRecord, { format: Format }>

/** Those of one format, as its handler takes them. */
export const ofFormat = <Format extends CredentialRecord['format']>(
  credentials: CredentialRecord[],
  format: Format,
): OfFormat<Format>[] => credentials.filter((each): each is OfFormat<Format> => each.format === format)
