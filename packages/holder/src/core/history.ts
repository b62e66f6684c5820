import * as z from 'zod/mini'
import { parseUrl } from './parse-url.ts'

/** Milliseconds since 1970, up to the year 9999. */
export const momentSchema = z.number().check(z.minimum(0), z.maximum(253_402_300_799_999))

export const attributeSchema = z.object({ name: z.string(), value: z.string() })

/** An issuer's words for attributes, in the language of the wallet's person. */
export const labelsSchema = z.array(z.object({ name: z.string(), label: z.string() }))

export const conditionSchema = z.object({ operator: z.enum(['>=', '>', '<=', '<']), bound: z.int() })

/** Why a card may not be good: its status could not be read, or its issuer suspended it. */
export const doubtSchema = z.enum(['unread', 'suspended'])
export type Doubt = z.infer<typeof doubtSchema>

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
  /** Its comment beside an offer, which stays with the card and its history. */
  note: z.optional(z.string()),
  /** Address of the picture it gives itself; a snapshot has that of a `host` that messages surely reach. */
  picture: z.optional(z.string()),
})

/** Whether a party is who answers at the address, and claims no more. */
export const isAt = ({ host, did }: z.infer<typeof partySchema>, address: string): boolean =>
  host !== undefined && host === parseUrl(address)?.host && did === undefined

/** The disclosure of an answer: names, no values. */
export const disclosed = {
  /** Names of the attributes that were shown; values are in the credentials. */
  shown: z.optional(z.array(z.string())),
  /** Conditions that were proved without showing the value. */
  proved: z.optional(z.array(z.object({ name: z.string(), ...conditionSchema.shape }))),
  /** Names of the attributes that the other side had named, and that were as it had named them. */
  confirmed: z.optional(z.array(z.string())),
  /** Names of the credentials that were proved unrevoked. */
  unrevoked: z.optional(z.array(z.string())),
}

export const historyEntrySchema = z.object({
  id: z.string(),
  at: momentSchema,
  /**
   * `withdrawn`: the peer took its offer or request back. `offer-failed`: the credential was another one than offered,
   * or not sound, unless `why` says something else. `shared`: a proof was given, whose outcome is `accepted`,
   * `not-accepted` or `not-sent`.
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
    'not-sent',
    'revoked',
    'removed',
  ]),
  /** Why an offer failed or an answer was not sent. `late`: nothing came within its time. */
  why: z.optional(
    z.enum([
      'wrong-clock',
      'not-valid-now',
      'too-large',
      'unreadable',
      'unknown-wallet',
      'denied',
      'refused',
      'late',
      'given-up',
    ]),
  ),
  with: partySchema,
  /** The id of the connection, offer, request or credential that it is about. */
  about: z.string(),
  /** The name of the credential or request. */
  name: z.optional(z.string()),
  ...disclosed,
  /**
   * Names of the others that every reader of the cards sees. Entries of proofs by OpenID4VC that were written
   * before it was have none, and may list too little as shown (docs/decisions/0121).
   */
  visible: z.optional(z.array(z.string())),
  /** Names of the credentials of which it could not be looked up whether they were revoked. */
  unread: z.optional(z.array(z.string())),
})
