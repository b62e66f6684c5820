import { fromBase58 } from '../../../core/encoding/base58.ts'
import { type Context, newMessage, peerKeyOf } from '../didcomm-context.ts'
import { noAddress } from '../dids/did-peer.ts'
import { pack, readEnvelope, recipientsOf, unpack } from '../messages/envelope.ts'
import { messageSchema } from '../messages/message.ts'
import type { Message, PeerRecord } from '../records/didcomm-records.ts'

/** A received message. */
export interface Opened {
  peer: PeerRecord
  message: Message
  /** The key that it was packed with, base58; absent for what came with an invitation. */
  sender?: string
}

/** @returns undefined for what is not for this wallet, or no message */
export function opened({ vault }: Pick<Context, 'vault'>, text: string): Opened | undefined {
  const encrypted = readEnvelope(text)
  if (!encrypted) return undefined
  const recipients = recipientsOf(encrypted)
  const peer = vault.all('peer').find((each) => recipients.includes(peerKeyOf(each).kid))
  if (!peer) return undefined
  try {
    const { message, sender } = unpack(encrypted, peerKeyOf(peer))
    const { success, data } = messageSchema.safeParse(message)
    return success && sender ? { peer, message: data, sender } : undefined
  } catch {
    // Not an envelope for this wallet.
    return undefined
  }
}

/** A message to a peer, wrapped once more for each mediator that it goes through (RFC 0094). */
export function packed(peer: PeerRecord, message: Message): string {
  const ours = peerKeyOf(peer)
  let [to = ''] = peer.theirs.recipientKeys
  let envelope = pack(withService(message, peer, ours.kid), fromBase58(to), ours)
  for (const next of peer.theirs.routingKeys) {
    const forward = newMessage('routing/1.0/forward', undefined, { to, msg: JSON.parse(envelope) })
    envelope = pack(forward, fromBase58(next))
    to = next
  }
  return envelope
}

/** Without a connection, each message says where its answer goes (RFC 0056). */
const withService = (message: Message, peer: PeerRecord, kid: string): Message =>
  peer.state === 'connectionless'
    ? { ...message, '~service': { recipientKeys: [kid], routingKeys: [], serviceEndpoint: noAddress } }
    : message
