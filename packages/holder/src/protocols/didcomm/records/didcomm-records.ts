import * as z from 'zod/mini'
import { attributeSchema, disclosed, momentSchema } from '../../../core/history.ts'
import { stateSchema } from '../../../core/state-table.ts'
import { changesOf, type RecordChange, type RecordStore, type RecordsOf } from '../../../core/vault.ts'
import { anonCredsKindSchema } from '../../../formats/anoncreds/credential-kind.ts'
import { proofRequestSchema } from '../../../formats/anoncreds/proof-request.ts'
import type { SharedRecords } from '../../../formats/shared-records.ts'
import { didcommServiceSchema } from '../dids/did-document.ts'
import { isKey } from '../dids/multikey.ts'
import { messageSchema } from '../messages/message.ts'
import { issuingStates } from './issuing-states.ts'
import { provingStates } from './proving-states.ts'

const id = z.string()
const json = z.record(z.string(), z.unknown())

/** A party that this wallet talks to, with a key for it alone. */
const peerSchema = z.object({
  id,
  /** `connectionless`: it asked by its invitation, without a connection. */
  state: z.enum(['connecting', 'connected', 'abandoned', 'connectionless']),
  label: z.string(),
  /** The address that the invitation named. */
  picture: z.optional(z.string()),
  since: momentSchema,
  invitationId: z.string(),
  /** Keys that the invitation named, base58. */
  invitedKeys: z.array(z.string().check(z.refine(isKey))),
  /** Ed25519, base64url. */
  secret: z.string().check(z.regex(/^[\w-]{43}$/)),
  theirs: didcommServiceSchema,
  /** The did:webvh that the endpoint's host publishes, when that was verified. */
  hostDid: z.optional(z.string()),
  /** The handshake's thread. */
  threadId: z.optional(z.string()),
  /** Messages that came with the invitation, for when the connection is there. */
  attached: z.array(messageSchema),
})

const exchange = {
  id,
  peerId: id,
  threadId: z.string(),
  /** The id of its first message. */
  messageId: z.string(),
  receivedAt: momentSchema,
  comment: z.optional(z.string()),
  /** Answers to messages of the other side, by id: a message that comes again gets the same one. */
  answers: z.record(z.string(), messageSchema),
  /** The message that was sent and is not answered. */
  awaited: z.optional(z.string()),
}

const offerSchema = z.object({
  ...exchange,
  state: stateSchema(issuingStates),
  kind: anonCredsKindSchema,
  attributes: z.array(attributeSchema),
  /** The AnonCreds offer. */
  offer: json,
  /** The data for processing the credential, once it was requested. */
  metadata: z.optional(json),
  /** The credential's message, while what it needs to be checked is out of reach. */
  issued: z.optional(messageSchema),
})

const requestSchema = z.object({
  ...exchange,
  state: stateSchema(provingStates),
  /** The invitation that it came with. */
  parentThreadId: z.optional(z.string()),
  /** Whether the other side says what it thinks of the proof. */
  willConfirm: z.boolean(),
  /** The AnonCreds proof request, until it is over. */
  request: z.optional(proofRequestSchema),
  ...disclosed,
})

/** A message that waits to be sent, or for its answer. */
const outgoingSchema = z.object({
  /** The message's id. */
  id,
  peerId: id,
  message: messageSchema,
  at: momentSchema,
  /** Sent again after each interruption until the exchange goes on. */
  awaitsAnswer: z.boolean(),
})

export const didcommRecordSchemas = {
  peer: peerSchema,
  offer: offerSchema,
  request: requestSchema,
  outgoing: outgoingSchema,
}

/** The wallet's records that this protocol reads and writes. Moments are milliseconds since 1970. */
export type DidcommRecords = RecordsOf<typeof didcommRecordSchemas> & Pick<SharedRecords, 'credential' | 'history'>
export type Store = RecordStore<DidcommRecords>
export type Change = RecordChange<DidcommRecords>
export const { put, removal } = changesOf<DidcommRecords>()

export type { Message } from '../messages/message.ts'
export type PeerRecord = DidcommRecords['peer']
export type OfferRecord = DidcommRecords['offer']
export type RequestRecord = DidcommRecords['request']
export type OutgoingRecord = DidcommRecords['outgoing']
