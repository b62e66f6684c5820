import * as z from 'zod/mini'
import { publisherOf } from '../../core/publisher.ts'

/** A kind of credential, as far as its published objects could be read. */
export const anonCredsKindSchema = z
  .object({
    /** The schema's name; absent when it could not be read (`definitionId` is then all that is known). */
    name: z.optional(z.string()),
    schemaId: z.string(),
    definitionId: z.string(),
    /** The DID that published the definition. */
    issuer: z.string(),
  })
  .check(z.refine(({ definitionId, issuer }) => issuer === publisherOf(definitionId)))

export type AnonCredsKind = z.infer<typeof anonCredsKindSchema>
