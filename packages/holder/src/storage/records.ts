import type { Json } from '../anoncreds.ts'
import type { DidcommService } from '../dids/did-document.ts'
import type { IssuingState } from '../protocols/issuing-states.ts'
import type { ProvingState } from '../protocols/proving-states.ts'
import type { Attribute, Condition, CredentialKind, HistoryEntry } from '../snapshot.ts'

/** A DIDComm message as plain JSON. */
export interface Message {
  '@id': string
  '@type': string
  '~thread'?: { thid?: string; pthid?: string }
  [field: string]: unknown
}

/** Everything that a wallet keeps, by kind. Moments are milliseconds since 1970. */
export interface Records {
  /** One alone. */
  wallet: { id: 'wallet'; linkSecret: string }
  peer: PeerRecord
  offer: OfferRecord
  request: RequestRecord
  credential: CredentialRecord
  history: HistoryEntry
  outgoing: OutgoingRecord
}

/** Somebody that this wallet talks to, with a key for them alone. */
export interface PeerRecord {
  id: string
  /** `connectionless`: it asked by its invitation, without a connection. */
  state: 'connecting' | 'connected' | 'abandoned' | 'connectionless'
  label: string
  since: number
  invitationId: string
  /** Keys that the invitation named, base58. */
  invitedKeys: string[]
  /** Ed25519, base64url. */
  secret: string
  theirs: DidcommService
  /** The did:webvh that the endpoint's host publishes, when that was verified. */
  hostDid?: string
  /** Of the handshake. */
  threadId?: string
  /** Messages that came with the invitation, for when the connection is there. */
  attached: Message[]
}

interface ExchangeRecord {
  id: string
  peerId: string
  threadId: string
  /** Of the message that it began with. */
  messageId: string
  receivedAt: number
  comment?: string
  /** What was answered to a message of the other side, by its id: it is answered the same when it comes again. */
  answers: Record<string, Message>
  /** The message that was sent and is not answered. */
  awaited?: string
}

export interface OfferRecord extends ExchangeRecord {
  state: IssuingState
  kind: CredentialKind
  attributes: Attribute[]
  /** The AnonCreds offer. */
  offer: Json
  /** What is needed to process the credential, once it was requested. */
  metadata?: Json
  /** The credential's message, while what it needs to be checked is out of reach. */
  issued?: Message
}

export interface RequestRecord extends ExchangeRecord {
  state: ProvingState
  /** The invitation that it came with. */
  parentThreadId?: string
  /** Whether the other side says what it thinks of the proof. */
  willConfirm: boolean
  /** The AnonCreds proof request. */
  request: Json
  /** What was answered. */
  shown?: string[]
  proved?: ({ name: string } & Condition)[]
  /** Names of credentials. */
  unrevoked?: string[]
}

export interface CredentialRecord {
  id: string
  peerId: string
  kind: CredentialKind
  schemaVersion: string
  attributes: Attribute[]
  receivedAt: number
  credential: Json
  registryId?: string
  revocationIndex?: number
  revokedAt?: number
}

/** A message that waits to be sent, or for its answer. */
export interface OutgoingRecord {
  /** Of the message. */
  id: string
  peerId: string
  message: Message
  at: number
  /** Sent again after each interruption until the exchange goes on. */
  awaitsAnswer: boolean
}
