import * as z from 'zod/mini'
import { parseUrl } from './parse-url.ts'

/** Milliseconds since 1970, up to the year 9999. */
export const momentSchema = z.number().check(z.minimum(0), z.maximum(253_402_300_799_999))

export const attributeSchema = z.object({ name: z.string(), value: z.string() })

export const conditionSchema = z.object({ operator: z.enum(['>=', '>', '<=', '<']), bound: z.int() })

/** The other side of an exchange. */
export const partySchema = z.object({
  /** The name it gives itself, unchecked. */
  label: z.string(),
  /** Where the wallet's messages go, e.g. `demo.example:8080`. */
  host: z.optional(z.string()),
  /**
   * The did:webvh that `host` publishes, its log verified. Messages reach that host alone, so the peer controls this
   * DID. Absent when the host publishes none, was not reached yet, or is a mediator.
   */
  did: z.optional(z.string()),
  /** Whether answers reach `host` itself, over https or on this machine, as with OpenID4VC; it has no `did` then. */
  isDirect: z.optional(z.boolean()),
  /** Address of the picture it gives itself; a snapshot has that of a `host` that messages surely reach. */
  picture: z.optional(z.string()),
})

/** Whether a party is who answers at the address, and claims no more. */
export const isAt = ({ host, did }: z.infer<typeof partySchema>, address: string): boolean =>
  host !== undefined && host === parseUrl(address)?.host && did === undefined

export const historyEntrySchema = z.object({
  id: z.string(),
  at: momentSchema,
  /**
   * `withdrawn`: the peer took its offer or request back. `offer-failed`: the credential was another one than offered,
   * or not sound. `shared`: a proof was given, whose outcome is `accepted` or `not-accepted`.
   */
  what: z.enum([
    'connected',
    'received',
    'offer-declined',
    'offer-withdrawn',
    'offer-failed',
    'shared',
    'request-declined',
    'request-withdrawn',
    'accepted',
    'not-accepted',
    'revoked',
    'removed',
  ]),
  with: partySchema,
  /** The id of the connection, offer, request or credential that it is about. */
  about: z.string(),
  /** The name of the credential or request. */
  name: z.optional(z.string()),
  /** Names of the attributes that were shown; values are in the credentials. */
  shown: z.optional(z.array(z.string())),
  /** Conditions that were proved without showing the value. */
  proved: z.optional(z.array(z.object({ name: z.string(), ...conditionSchema.shape }))),
  /** Names of the attributes that the other side had named, and that were as it had named them. */
  confirmed: z.optional(z.array(z.string())),
  /** Names of the credentials that were proved unrevoked. */
  unrevoked: z.optional(z.array(z.string())),
})
