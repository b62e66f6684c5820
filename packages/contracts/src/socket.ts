import { z } from 'zod'
import type { ErrorAnswer } from './api.ts'
import { protocolMessage } from './protocol-message.ts'
import { protocols } from './protocols.ts'
import { connectionState, credentialRefusal, credentialState, proofState, refusalReason } from './states.ts'
import { identifier } from './text-schema.ts'

/** The real-time socket (docs/product.md, sections 3, 4 and 7). The client emits `subscribe`, the server `message`. */

export const subscription = z.union([
  z.object({ connectionId: identifier }),
  // Out-of-band proofs have no connection (docs/product.md, section 7), nor has an offer by invitation.
  z.object({ credentialId: identifier }),
  z.object({ proofId: identifier }),
])
export type Subscription = z.infer<typeof subscription>

export const connectionMessage = z.object({
  endpoint: z.literal('connections'),
  state: connectionState,
  connection_id: z.string(),
})

export const credentialMessage = z.object({
  endpoint: z.literal('issue_credential'),
  state: credentialState,
  protocol: z.enum(protocols),
  /** Null for one that was offered without a connection. */
  connection_id: z.string().nullable(),
  credential_exchange_id: z.string(),
  credential_definition_id: z.string(),
  revoc_reg_id: z.string().nullable(),
  revocation_id: z.string().nullable(),
  reason: z.string().nullable(),
  refusal: credentialRefusal.nullable(),
})

export const proofMessage = z.object({
  endpoint: z.literal('present_proof'),
  state: proofState,
  connection_id: z.string().nullable(),
  presentation_exchange_id: z.string(),
  verified: z.boolean().nullable(),
  reason: z.string().nullable(),
  refusal: refusalReason.nullable(),
})

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
