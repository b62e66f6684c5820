import * as z from 'zod/mini'
import type { ShownCard } from '../core/credential-format.ts'
import { anonCredsCredentialSchema, shownAnonCreds } from './anoncreds/anoncreds-credential.ts'
import type { AnonCredsFormat } from './anoncreds/anoncreds-format.ts'
import { shownSdJwt } from './sd-jwt/card.ts'
import { sdJwtCredentialSchema } from './sd-jwt/sd-jwt-credential.ts'
import type { SdJwtFormat } from './sd-jwt/sd-jwt-format.ts'

/** A stored credential, of one of the formats that a wallet holds. */
export const credentialSchema = z.union([anonCredsCredentialSchema, sdJwtCredentialSchema])

export type CredentialRecord = z.infer<typeof credentialSchema>

/** The handlers of each format's credentials. */
export interface Formats {
  anoncreds: AnonCredsFormat
  'sd-jwt': SdJwtFormat
}

/** Looks up whether a credential is good. */
export const checkStatus = (formats: Formats, credential: CredentialRecord): Promise<unknown> =>
  credential.format === 'anoncreds' ? formats.anoncreds.status(credential) : formats['sd-jwt'].status(credential)

/** The credential as views show it. */
export const shownCard = (credential: CredentialRecord): ShownCard =>
  credential.format === 'anoncreds' ? shownAnonCreds(credential) : shownSdJwt(credential)

type OfFormat<Format extends CredentialRecord['format']> = Extract<CredentialRecord, { format: Format }>

/** Those of one format, as its handler takes them. */
export const ofFormat = <Format extends CredentialRecord['format']>(
  credentials: CredentialRecord[],
  format: Format,
): OfFormat<Format>[] => credentials.filter((each): each is OfFormat<Format> => each.format === format)
