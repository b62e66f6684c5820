import * as z from 'zod/mini'
import type { ShownCard } from '../../core/credential-format.ts'
import { attributeSchema, doubtSchema, momentSchema } from '../../core/history.ts'
import { anonCredsKindSchema } from './credential-kind.ts'

const signedValuesSchema = z.object({ values: z.record(z.string(), z.object({ raw: z.string() })) })

export const anonCredsCredentialSchema = z
  .object({
    /** Wallets made before there were formats do not name it. */
    format: z._default(z.literal('anoncreds'), 'anoncreds'),
    id: z.string(),
    peerId: z.string(),
    /** The issuer's comment beside the offer. */
    note: z.optional(z.string()),
    kind: anonCredsKindSchema,
    schemaVersion: z.string(),
    attributes: z.array(attributeSchema),
    receivedAt: momentSchema,
    credential: z.record(z.string(), z.unknown()),
    registryId: z.optional(z.string()),
    revocationIndex: z.optional(z.int()),
    /** How many credentials share the registry. */
    registrySize: z.optional(z.int()),
    revokedAt: z.optional(momentSchema),
    /** As its status was looked up last. */
    doubt: z.optional(doubtSchema),
  })
  .check(
    // Each value that is shown has to be the one that was signed.
    z.refine(({ attributes, credential }) => {
      const { success, data } = signedValuesSchema.safeParse(credential)
      return success && attributes.every(({ name, value }) => data.values[name]?.raw === value)
    }),
  )

export type AnonCredsCredential = z.infer<typeof anonCredsCredentialSchema>

/** The credential as views show it. */
export const shownAnonCreds = ({ attributes, registryId, registrySize }: AnonCredsCredential): ShownCard => ({
  attributes,
  revocable: registryId !== undefined,
  registrySize,
})

/** The issuers' id of a credential that they revoke (`indy-anoncreds`). */
export const revocationId = ({ registryId, revocationIndex }: AnonCredsCredential): string | undefined =>
  registryId && `${registryId}::${revocationIndex}`
