import { z } from 'zod'

/** The credentials that an access token is for: equal, each with a key and a status of its own. */
export const batchShape = {
  definitionKey: z.string(),
  /** Stands for the definition in the addresses of these credentials: its key, where earlier versions offered them. */
  slug: z.string().optional(),
  /** Values to sign, by claim; those of an object by its members. */
  claims: z.record(z.string(), z.union([z.string(), z.record(z.string(), z.boolean())])),
  /** Absent where the credential is not revocable. */
  status: z.object({ list: z.string(), block: z.number() }).optional(),
  /** Of the batches of one issuance, counted from 0: each has status places of its own. */
  batch: z.number().default(0),
  /** The end of the credentials, milliseconds since 1970; set when the first token is given. */
  endsAt: z.number().optional(),
  /** Whether the offer said when they end; the date of all others is one that many share. */
  hasOwnEnd: z.boolean().optional(),
}

/** Answers that a wallet was given with its access tokens. */
export const answersShape = {
  /** Nonces that a proof of possession was taken with, for the present token. */
  usedNonces: z.array(z.string()),
  /** Credentials in all answers of the issuance so far. */
  copies: z.number().default(0),
  /** Answers that were refused, as a proof was not signed with its key. */
  refusedProofs: z.number().default(0),
}

const batch = z.object(batchShape)
export type Batch = z.infer<typeof batch>

export const slugIn = ({ slug, definitionKey }: Pick<Batch, 'slug' | 'definitionKey'>): string => slug ?? definitionKey

export const accessToken = z.object({
  /** SHA-256, base64url. */
  hash: z.string(),
  /** Milliseconds since 1970. */
  endsAt: z.number(),
  /** Thumbprint of the key that it is bound to (RFC 7638). */
  boundTo: z.string().optional(),
})
