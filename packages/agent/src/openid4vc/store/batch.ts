import { z } from 'zod'

/** The credentials that an access token is for: equal, each with a key and a status of its own. */
export const batchShape = {
  definitionKey: z.string(),
  /** Values to sign, by claim; those of an object by its members. */
  claims: z.record(z.string(), z.union([z.string(), z.record(z.string(), z.boolean())])),
  /** Absent where the credential is not revocable. */
  status: z.object({ list: z.string(), block: z.number() }).optional(),
  /** Of the batches of one issuance, counted from 0: each has status places of its own. */
  batch: z.number().default(0),
  /** The end of the credentials, milliseconds since 1970; set when the first token is given. */
  endsAt: z.number().optional(),
}

const batch = z.object(batchShape)
export type Batch = z.infer<typeof batch>

export const accessToken = z.object({
  /** SHA-256, base64url. */
  hash: z.string(),
  /** Milliseconds since 1970. */
  endsAt: z.number(),
  /** Thumbprint of the key that it is bound to (RFC 7638). */
  boundTo: z.string().optional(),
})
