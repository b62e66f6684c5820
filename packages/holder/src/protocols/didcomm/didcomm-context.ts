import { fromBase64Url } from '../../core/encoding/base64url.ts'
import { memoized } from '../../core/memoized.ts'
import { type SigningKey, signingKey } from '../../core/nacl.ts'
import { parseUrl } from '../../core/parse-url.ts'
import type { Platform, Socket } from '../../core/platform.ts'
import type { Party } from '../../core/snapshot.ts'
import type { AnonCredsFormat } from '../../formats/anoncreds/anoncreds-format.ts'
import type { DidResolver } from './dids/did-resolver.ts'
import { type Change, type Message, type PeerRecord, put, type Store } from './records/didcomm-records.ts'

/** The services that this protocol is given. */
export interface DidcommDependencies extends Platform {
  /** The wallet's label for others. */
  label: string
  openSocket(url: string): Socket
  vault: Store
  dids: DidResolver
  anoncreds: AnonCredsFormat
  /** Notes an issuer's own word that it has revoked a credential. */
  onRevoked(credentialId: string): Promise<void>
}

export interface Context extends DidcommDependencies {
  /** Sends committed messages. */
  sendWaiting(): void
}

/** A message, which is answered on the way that it went (RFC 0092). @param type e.g. `issue-credential/2.0/ack` */
export const newMessage = (
  type: string,
  thread: Message['~thread'],
  fields: Record<string, unknown> = {},
): Message => ({
  '@type': `https://didcomm.org/${type}`,
  '@id': crypto.randomUUID(),
  ...fields,
  ...(thread && { '~thread': thread }),
  '~transport': { return_route: 'all' },
})

/** That a message is to be sent. @param awaitsAnswer it is sent again after interruptions, until it is taken back */
export const sending = ({ clock }: Context, peerId: string, message: Message, { awaitsAnswer = false } = {}): Change =>
  put('outgoing', { id: message['@id'], peerId, message, at: clock.now(), awaitsAnswer })

/** Sends an answer that nothing is answered to. */
export async function sendOnce(context: Context, peerId: string, message: Message): Promise<void> {
  await context.vault.commit(sending(context, peerId, message))
  context.sendWaiting()
}

/** This wallet's key for a peer, forgotten with its record. Takes a millisecond. */
export const peerKeyOf = memoized((peer: PeerRecord): SigningKey => signingKey(fromBase64Url(peer.secret)))

/** Describes a peer, and what it said beside an offer; a deleted one has no name. */
export function partyOf(peer: PeerRecord | undefined, note?: string): Party {
  if (!peer) return { label: '', note }
  // Behind a mediator the reader is unknown.
  const { routingKeys, endpoint } = peer.theirs
  const isDirect = routingKeys.length === 0 && /^(http|ws)s?:/.test(endpoint)
  const host = isDirect ? parseUrl(endpoint)?.host : undefined
  return { label: peer.label, picture: peer.picture, host, did: peer.hostDid, note }
}
