import type { ClaimPath, Placed } from '@lastmile/formats/claim-paths'
import type * as z from 'zod/mini'
import type { attributeSchema, conditionSchema, Doubt, historyEntrySchema, partySchema } from './history.ts'

export type Party = z.infer<typeof partySchema>
/** With the issuer's word for it, where it has one. */
export type Attribute = z.infer<typeof attributeSchema> & { label?: string }
export type Condition = z.infer<typeof conditionSchema>
export type HistoryEntry = z.infer<typeof historyEntrySchema>

/** A kind of credential, as far as what is published of it could be read. */
export interface CredentialKind {
  /** Absent when it could not be read (`definitionId` is then all that is known). */
  name?: string
  /** The definition's id, or the type of an SD-JWT VC (`vct`). */
  definitionId: string
  /** The DID, or with OpenID4VC the address, of its issuer. */
  issuer: string
}

/**
 * A wallet's state: plain data that a worker can send. Moments are milliseconds since 1970. Others' texts (labels,
 * comments, names, values) are bounded in length and may say anything.
 */
export interface Snapshot {
  /** Newest first, as all lists here. */
  connections: Connection[]
  /** Offers that are not at their end; how they end stands in `history`. */
  offers: Offer[]
  /** Requests for a proof that are not at their end. */
  requests: ProofRequest[]
  credentials: HeldCredential[]
  history: HistoryEntry[]
  /** How many records are kept that can't be read. */
  unreadable: number
  /** Messages that wait until the other side can be reached. */
  waiting: number
  /** Whether any of the other sides can be reached now; `offline` where several can't. */
  network: 'online' | 'connecting' | 'offline'
  /** Those that can't be reached now, one of each host. */
  unreachable: Party[]
}

export interface Connection {
  id: string
  with: Party
  /** `abandoned`: the other side refused or gave it up. */
  state: 'connecting' | 'connected' | 'abandoned'
  since: number
}

export interface Offer {
  id: string
  /** Absent for an offer by OpenID4VC, which needs no connection. */
  connectionId?: string
  from: Party
  /** `accepted`: the credential is asked for and comes when the other side answers. */
  state: 'offered' | 'accepted'
  receivedAt: number
  kind: CredentialKind
  /** In the issuer's order; none by OpenID4VC, where values come with the credential. */
  attributes: Attribute[]
  /** By OpenID4VC, the names of the attributes that it will have. */
  names?: Pick<Attribute, 'name' | 'label'>[]
  /** Whether the issuer has said that it makes the credential later. */
  isDeferred?: boolean
  /** A code that the issuer shows, which is to be typed in. */
  code?: { length?: number; isNumeric: boolean }
}

export interface HeldCredential {
  id: string
  format: 'anoncreds' | 'sd-jwt'
  kind: CredentialKind
  /** Absent when the connection was forgotten. */
  connectionId?: string
  /** The party that handed it over. */
  from: Party
  receivedAt: number
  /** In the issuer's order. */
  attributes: HeldAttribute[]
  /** Facts that an SD-JWT VC states of itself to every reader; `status` is its place in its issuer's list. */
  stated?: { issuedAt?: number; validFrom?: number; expiresAt?: number; status?: number }
  revocable: boolean
  /** How many credentials share its registry, which every verifier learns: few of them are as good as a name. */
  registrySize?: number
  /** When the wallet learnt that its issuer has revoked it. */
  revokedAt?: number
  doubt?: Doubt
  /** How many presentations have nothing in common that a verifier could recognise; absent where all have not. */
  unlinkable?: number
}

/** Of an SD-JWT VC, with its place there and the disclosures that show it. */
export type HeldAttribute = Attribute & Partial<Placed>

export interface ProofRequest {
  id: string
  /** Absent for a request that came with its invitation. */
  connectionId?: string
  from: Party
  /** `answered`: the proof is on its way, and the other side has not said what it thinks of it. */
  state: 'asked' | 'answered'
  /** Whether its verifier has not taken the answer yet, by OpenID4VC. */
  isUnsent?: boolean
  receivedAt: number
  /** Empty by OpenID4VC, where requests have no title. */
  name: string
  comment?: string
  /** The requested items, in the order of the request. */
  items: RequestItem[]
  /** Whether each item has a credential that fits, or may be said by the person. */
  possible: boolean
}

/** One thing that is asked: attributes to be shown together from one credential, or a condition to be proved. */
export interface RequestItem {
  /** Its name within the request; what `Chosen` goes by. */
  referent: string
  /** Items with the same number are one requirement, which one credential answers. */
  requirement: number
  /** The attributes. One alone for a condition. */
  names: string[]
  /** With a condition the value is not shown, only that it meets the condition. */
  condition?: Condition
  /** Whether it is also shown that the credential is not revoked. A verifier of an SD-JWT VC looks it up unasked. */
  unrevoked: boolean
  /** Ids of held credentials that fit, the best first. */
  fitting: string[]
  /** Of an SD-JWT VC, conditions on shown values that it does not meet; none where a value has to be true. */
  unmet?: { credentialId: string; attribute: string; condition?: Condition | undefined }[]
  /** Of an SD-JWT VC, what each credential that may answer is asked to show. */
  shows?: { credentialId: string; paths: readonly ClaimPath[] }[]
  /** Attributes that the other side confirms by the choice of credential, because it has named them. */
  confirms: Confirmed[]
  /** Whether the person may say it without a credential. */
  mayBeSaid: boolean
  /** Why nothing fits. */
  missing?: Missing
}

/** That a credential has the value of an attribute which the other side has named, or just the attribute. */
export interface Confirmed {
  credentialId: string
  /** The attribute's name in the credential. */
  name: string
  what: 'value' | 'presence'
}

/** Why no credential fits, of several reasons the one that is nearest to fitting. */
export type Missing =
  /** None of the right kind is held. */
  | { reason: 'missing-credential'; wanted: Wanted[] }
  /** One with these attributes is held, of another issuer. */
  | { reason: 'wrong-issuer'; credentialId: string; wanted: Wanted[] }
  /** One of the right kind is held, and does not have these claims, or not with these values. */
  | { reason: 'missing-claim'; credentialId: string; names: string[] }
  | { reason: 'revoked'; credentialId: string }
  /** A date that ends the credential has passed. */
  | { reason: 'expired'; credentialId: string; attribute: string }
  | { reason: 'false-predicate'; credentialId: string; attribute: string; condition: Condition }

/** A kind of credential that would fit; absent fields do not matter to the other side. */
export interface Wanted {
  /** The schema's name, when requested or when the definition could be read. */
  name?: string
  schemaId?: string
  definitionId?: string
  issuer?: string
}

/**
 * A person's answers by referent: a credential's id, or their own words. A missing one takes the first that fits. A
 * revoked credential is shown only where the person says `evenRevoked`, and is refused then.
 */
export type Chosen = Record<string, { credentialId: string; evenRevoked?: true } | { said: string }>
