import { z } from 'zod'
import { connectionState, credentialState, proofState } from './states.ts'

/**
 * A DIDComm message that passed between the server and a visitor's wallet, or a request of OpenID4VC with the server's
 * answer to it (`request`, `answer`), recorded as it happened. What is not on a short list of harmless parts
 * (structure, message types, ids of messages and threads, names of attributes, conditions of our requests) stands in it
 * as a placeholder like `… (text, 12 characters)`: no value, key, code or signature ever does.
 */
export const protocolMessage = z.object({
  id: z.string(),
  /** ISO 8601. */
  at: z.string(),
  direction: z.enum(['sent', 'received']),
  /** The full `@type` of DIDComm, or `unknownMessageType`; a key of `openid4vcMessages`. */
  type: z.string(),
  thread_id: z.string(),
  /** Ours, of the connection, credential or proof that the message is about, once the message was dealt with. */
  state: z.union([connectionState, credentialState, proofState]).nullable(),
  message: z.record(z.string(), z.unknown()),
})
export type ProtocolMessage = z.infer<typeof protocolMessage>

/** Oldest first. */
export const protocolMessages = z.object({ messages: z.array(protocolMessage) })
