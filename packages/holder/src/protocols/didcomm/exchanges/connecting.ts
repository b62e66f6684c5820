import * as z from 'zod/mini'
import { mayBeAsked } from '../../../core/download.ts'
import { toBase64Url } from '../../../core/encoding/base64url.ts'
import { historyEntry } from '../../../core/history-entry.ts'
import { HolderError } from '../../../core/holder-error.ts'
import { inBackground } from '../../../core/in-background.ts'
import { mostPeers } from '../../../core/limits.ts'
import { randomBytes, signingKey } from '../../../core/nacl.ts'
import { type Context, newMessage, partyOf, sending, sendOnce } from '../didcomm-context.ts'
import { type DidcommService, didcommServiceOf, didDocumentSchema } from '../dids/did-document.ts'
import { createPeerDid } from '../dids/did-peer.ts'
import { threadOf } from '../messages/message.ts'
import { signedAttachmentSchema, signedText } from '../messages/signed-attachment.ts'
import { type Message, type PeerRecord, put, removal } from '../records/didcomm-records.ts'
import { type Invitation, readInvitation } from './invitation.ts'

/** Takes invitations and shakes hands as the invited side (out-of-band 1.1, did-exchange 1.0, 1.1; RFC 0434, 0023). */

const responseSchema = z.object({
  did: z.string().check(z.maxLength(10_000)),
  'did_rotate~attach': z.optional(signedAttachmentSchema),
  'did_doc~attach': z.optional(signedAttachmentSchema),
})

/** Rejects with `HolderError`. @returns the peer, and whether the invitation was taken before */
export async function receive(context: Context, link: string): Promise<{ peer: PeerRecord; isKnown: boolean }> {
  const { vault, clock } = context
  const invitation = await readInvitation(link, context)
  const known = vault.all('peer').find((peer) => isOf(peer, invitation))
  if (known) return { peer: known, isKnown: true }
  if (vault.all('peer').length >= mostPeers) throw new HolderError('full', 'The wallet has too many connections')
  const { handshake, service } = invitation
  const secret = randomBytes(32)
  const request =
    handshake &&
    newMessage(
      `didexchange/${handshake}/request`,
      { pthid: invitation.id },
      { label: context.label, did: createPeerDid(signingKey(secret).public) },
    )
  const peer: PeerRecord = {
    id: crypto.randomUUID(),
    state: request ? 'connecting' : 'connectionless',
    label: invitation.label,
    picture: invitation.picture,
    since: clock.now(),
    invitationId: invitation.id,
    invitedKeys: service.recipientKeys,
    secret: toBase64Url(secret),
    theirs: service,
    threadId: request?.['@id'],
    attached: invitation.attached,
  }
  const sent = request ? [sending(context, peer.id, request, { awaitsAnswer: true })] : []
  await vault.commit(put('peer', peer), ...sent)
  context.sendWaiting()
  inBackground(lookUpHost(context, peer.id))
  return { peer, isKnown: false }
}

/** The peer whose invitation was taken before; undefined when it was not. Rejects with `HolderError`. */
export async function find(context: Context, link: string): Promise<PeerRecord | undefined> {
  const invitation = await readInvitation(link, context)
  return context.vault.all('peer').find((peer) => isOf(peer, invitation))
}

/** The answer to a handshake. Throws when it is not from whom the invitation was. @returns the peer as it is then */
export async function takeResponse(context: Context, peer: PeerRecord, message: Message, sender: string) {
  if (threadOf(message) !== peer.threadId) return undefined
  // A peer that answers twice has not heard that the first answer came.
  if (peer.state === 'connected') await sendOnce(context, peer.id, complete(peer, message))
  if (peer.state !== 'connecting') return undefined
  const theirs = await answeredService(context, peer, message)
  if (![...theirs.recipientKeys, ...peer.invitedKeys].includes(sender)) return undefined
  const hostDid = theirs.endpoint === peer.theirs.endpoint ? context.vault.get('peer', peer.id)?.hostDid : undefined
  const connected: PeerRecord = { ...peer, state: 'connected', theirs, hostDid, attached: [] }
  await context.vault.commit(
    put('peer', connected),
    removal('outgoing', peer.threadId ?? ''),
    sending(context, peer.id, complete(peer, message)),
    historyEntry(context, partyOf(connected), { what: 'connected', about: peer.id }),
  )
  context.sendWaiting()
  if (!hostDid) inBackground(lookUpHost(context, peer.id))
  return connected
}

function complete(peer: PeerRecord, { '@type': type }: Message): Message {
  const version = type.includes('/1.0/') ? '1.0' : '1.1'
  const thread = { thid: peer.threadId, pthid: peer.invitationId }
  return newMessage(`didexchange/${version}/complete`, thread)
}

async function answeredService({ dids }: Context, peer: PeerRecord, message: Message): Promise<DidcommService> {
  const response = responseSchema.parse(message)
  const invited = peer.invitedKeys
  const { 'did_doc~attach': attachedDocument, 'did_rotate~attach': rotation } = response
  if (attachedDocument) {
    const document = didDocumentSchema.parse(JSON.parse(signedText(attachedDocument, invited)))
    return withAddress(didcommServiceOf(document), peer)
  }
  const service = didcommServiceOf(await dids.resolve(response.did))
  const isSame = service.recipientKeys.some((key) => invited.includes(key))
  if (!isSame && !(rotation && signedText(rotation, invited) === response.did))
    throw new Error('A handshake is answered by somebody else')
  return withAddress(service, peer)
}

export async function takeProblem(context: Context, peer: PeerRecord, message: Message): Promise<void> {
  if (peer.state !== 'connecting' || threadOf(message) !== peer.threadId) return
  await context.vault.commit(
    put('peer', { ...peer, state: 'abandoned', attached: [] }),
    removal('outgoing', peer.threadId ?? ''),
  )
  context.sendWaiting()
}

/** Finds out which DID the host publishes that messages go to. Tried again when the wallet is opened. */
export async function lookUpHost({ vault, dids }: Context, peerId: string): Promise<void> {
  const origin = originOf(vault.get('peer', peerId))
  if (!origin) return
  const document = await dids.ofHost(origin).catch(() => undefined)
  if (!document) return
  await vault.change(() => {
    const peer = vault.get('peer', peerId)
    return peer && originOf(peer) === origin ? [put('peer', { ...peer, hostDid: document.id })] : []
  })
}

/** The same invitation, not another one that bears its name. */
const isOf = (peer: PeerRecord, { id, service }: Invitation): boolean =>
  peer.invitationId === id && peer.invitedKeys.some((key) => service.recipientKeys.includes(key))

/** Some answer with a DID that has no address: they are where they invited from. */
const withAddress = (service: DidcommService, { theirs }: PeerRecord): DidcommService =>
  /^(https?|wss?):/.test(service.endpoint)
    ? service
    : { ...service, endpoint: theirs.endpoint, routingKeys: theirs.routingKeys }

/** The origin that messages reach directly and safely, so that its owner reads them. */
function originOf(peer: PeerRecord | undefined): string | undefined {
  if (!peer || peer.theirs.routingKeys.length > 0) return undefined
  const address = peer.theirs.endpoint.replace(/^ws/, 'http')
  return mayBeAsked(address) ? new URL(address).origin : undefined
}
