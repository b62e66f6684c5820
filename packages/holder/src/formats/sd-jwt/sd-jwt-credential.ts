import * as z from 'zod/mini'
import { mayNameAll } from '../../core/download.ts'
import { attributeSchema, doubtSchema, isAt, labelsSchema, momentSchema, partySchema } from '../../core/history.ts'
import { originOf } from '../../core/parse-url.ts'

export const sdJwtKindSchema = z.object({
  name: z.optional(z.string()),
  /** The type (`vct`). */
  definitionId: z.string(),
  /** The issuer's address (`iss`). */
  issuer: z.string(),
})

const coordinate = z.string().check(z.regex(/^[\w-]{43}$/))

/** A key that one credential is bound to: P-256, base64url (RFC 7518, 6.2). */
export const holderKeySchema = z.object({ x: coordinate, y: coordinate, d: coordinate })

/** One of the equal credentials of a batch, each with a key of its own: no two presentations have it in common. */
const copySchema = z.object({
  /** As it was issued, with all disclosures. */
  text: z.string(),
  key: holderKeySchema,
})

const text = z.string().check(z.maxLength(2_000))
export const contentSchema = z.enum(['A128GCM', 'A256GCM'])

/** A key that others encrypt for, and how (RFC 7518, 4.6). */
export const encryptionSchema = z.object({
  jwk: z.object({ x: text, y: text, kid: z.optional(text) }),
  content: contentSchema,
})

/** How an issuer wants its credential endpoint called, and how it may answer. */
export const issuerEncryptionSchema = z.extend(encryptionSchema, { answer: z.optional(contentSchema) })

/** Where more copies come from, as long as the issuer gives any. */
export const refillSchema = z.object({
  issuer: z.string(),
  configurationId: z.string(),
  /** The credential that tokens are for, where the issuer names it. */
  credentialIdentifier: z.optional(z.string()),
  endpoints: z.object({ token: z.string(), nonce: z.optional(z.string()), credential: z.string() }),
  encryption: z.optional(issuerEncryptionSchema),
  /** Credentials that are asked for at once. */
  batchSize: z.int(),
  refreshToken: z.string(),
  /** The key that tokens are bound to, where the issuer binds them. */
  tokenKey: z.optional(holderKeySchema),
})

const credentialSchema = z.object({
  format: z.literal('sd-jwt'),
  id: z.string(),
  /** The party that handed it over. */
  from: partySchema,
  kind: sdJwtKindSchema,
  /** In the order in which they are shown; the next copy has what is shown. */
  attributes: z.array(attributeSchema),
  labels: z.optional(labelsSchema),
  receivedAt: momentSchema,
  /** Those that no verifier has seen; the last one is kept and used again, unless more come. */
  copies: z.array(copySchema).check(z.minLength(1)),
  /** Whether the copy that is left was used. */
  isWornOut: z.boolean(),
  refill: z.optional(refillSchema),
  /** Whether its issuer publishes a status for it. */
  revocable: z.boolean(),
  expiresAt: z.optional(momentSchema),
  revokedAt: z.optional(momentSchema),
  /** As its status was looked up last. */
  doubt: z.optional(doubtSchema),
})

export type SdJwtCredential = z.infer<typeof credentialSchema>
export type Refill = z.infer<typeof refillSchema>

/** The rules of an offer hold for a record too: a file that others made may hold it. */
const isOfIssuer = ({ from, kind, refill }: SdJwtCredential): boolean =>
  isAt(from, kind.issuer) &&
  (!refill || (originOf(refill.issuer) === kind.issuer && mayNameAll(refill.issuer, refill.endpoints)))

export const sdJwtCredentialSchema = credentialSchema.check(z.refine(isOfIssuer))
export type HolderKey = z.infer<typeof holderKeySchema>
export type Copy = z.infer<typeof copySchema>
