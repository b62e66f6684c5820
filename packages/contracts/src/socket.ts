import { z } from 'zod'
import { connectionRecord, credentialRecord, type ErrorAnswer, proofRecord } from './api.ts'
import { protocolMessage } from './protocol-message.ts'
import { identifier } from './text-schema.ts'

/** The real-time socket (docs/product.md, sections 3, 4 and 7). The client emits `subscribe`, the server `message`. */

export const subscription = z.union([
  z.object({ connectionId: identifier }),
  // Out-of-band proofs have no connection (docs/product.md, section 7), nor has an offer by invitation.
  z.object({ credentialId: identifier }),
  z.object({ proofId: identifier }),
])
export type Subscription = z.infer<typeof subscription>

/** Fields of the API's records. Each is named, so that one which a record gains is not sent by the way. */
const connectionMessage = connectionRecord
  .pick({ state: true, connection_id: true })
  .extend({ endpoint: z.literal('connections') })

const credentialMessage = credentialRecord
  .pick({
    state: true,
    protocol: true,
    connection_id: true,
    credential_exchange_id: true,
    credential_definition_id: true,
    revoc_reg_id: true,
    revocation_id: true,
    reason: true,
    refusal: true,
  })
  .extend({ endpoint: z.literal('issue_credential') })

const proofMessage = proofRecord
  .pick({
    state: true,
    connection_id: true,
    presentation_exchange_id: true,
    verified: true,
    reason: true,
    refusal: true,
  })
  .extend({ endpoint: z.literal('present_proof') })

export const socketMessage = z.discriminatedUnion('endpoint', [connectionMessage, credentialMessage, proofMessage])
export type SocketMessage = z.infer<typeof socketMessage>

/** A protocol message that has just been recorded: live only, read again with `getConnectionMessages` or its like. */
export const protocolMessageNews = protocolMessage.extend({
  endpoint: z.literal('messages'),
  /** Null for an offer or a proof without a connection. */
  connection_id: z.string().nullable(),
  /** For an offer without a connection alone. */
  credential_exchange_id: z.string().nullable(),
  /** For an out-of-band proof alone; messages of a proof on a connection are found by its thread. */
  presentation_exchange_id: z.string().nullable(),
})
export type ProtocolMessageNews = z.infer<typeof protocolMessageNews>

/** The position of a credential or proof in the server's queue: live only, every few seconds to those that wait. */
export const queueNews = z.object({
  endpoint: z.literal('queue'),
  /** Null for an out-of-band proof. */
  connection_id: z.string().nullable(),
  /** The credential's or presentation's exchange. */
  exchange_id: z.string(),
  /** From 1 on; 0 when it has left the queue. */
  place: z.int().nonnegative(),
  /** Estimated seconds until it leaves the queue. */
  seconds: z.int().nonnegative(),
})
export type QueueNews = z.infer<typeof queueNews>

/** Answer to `subscribe`: accepted, or the error form of the API. */
export type SubscribeAnswer = { ok: true } | { ok: false; error: ErrorAnswer['error'] }
