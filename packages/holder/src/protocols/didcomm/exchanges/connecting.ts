import * as z from 'zod/mini'
import { mayBeAsked } from '../../../core/download.ts'
import { toBase64Url } from '../../../core/encoding/base64url.ts'
import { historyEntry } from '../../../core/history-entry.ts'
import { HolderError } from '../../../core/holder-error.ts'
import { inBackground } from '../../../core/in-background.ts'
import { mostPeers } from '../../../core/limits.ts'
import { randomBytes } from '../../../core/random-bytes.ts'
import { type Context, newMessage, partyOf, peerKeyOf, sending } from '../didcomm-context.ts'
import { type DidcommService, didcommServiceOf, didDocumentSchema } from '../dids/did-document.ts'
import { createPeerDid } from '../dids/did-peer.ts'
import { threadOf } from '../messages/message.ts'
import { signedAttachmentSchema, signedText } from '../messages/signed-attachment.ts'
import { type Change, type Message, type PeerRecord, put, removal } from '../records/didcomm-records.ts'
import { type Invitation, readInvitation } from './invitation.ts'

const responseSchema = z.object({
  did: z.string().check(z.maxLength(10_000)),
  'did_rotate~attach': z.optional(signedAttachmentSchema),
  'did_doc~attach': z.optional(signedAttachmentSchema),
})

/** Takes invitations and shakes hands as the invited side (out-of-band 1.1, did-exchange 1.0, 1.1; RFC 0434, 0023). */
export class Connecting {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /** Rejects with `HolderError`. @returns the peer, and whether the invitation was taken before */
  async receive(link: string): Promise<{ peer: PeerRecord; isKnown: boolean }> {
    const { vault } = this.#context
    const invitation = await readInvitation(link, this.#context)
    const known = vault.all('peer').find((peer) => isOf(peer, invitation))
    if (known) return { peer: known, isKnown: true }
    if (vault.all('peer').length >= mostPeers) throw new HolderError('full', 'The wallet has too many connections')
    const { peer, changes } = this.#begun(invitation)
    await vault.commit(...changes)
    this.#context.sendWaiting()
    inBackground(this.lookUpHost(peer.id))
    return { peer, isKnown: false }
  }

  /** The peer whose invitation was taken before; undefined when it was not. Rejects with `HolderError`. */
  async find(link: string): Promise<PeerRecord | undefined> {
    const { vault } = this.#context
    const invitation = await readInvitation(link, this.#context)
    return vault.all('peer').find((peer) => isOf(peer, invitation))
  }

  #begun({ id: invitationId, label, picture, handshake, attached, service }: Invitation): {
    peer: PeerRecord
    changes: Change[]
  } {
    const peer: PeerRecord = {
      id: crypto.randomUUID(),
      state: handshake ? 'connecting' : 'connectionless',
      label,
      picture,
      since: this.#context.clock.now(),
      invitationId,
      invitedKeys: service.recipientKeys,
      secret: toBase64Url(randomBytes(32)),
      theirs: service,
      attached,
    }
    if (!handshake) return { peer, changes: [put('peer', peer)] }
    const request = newMessage(
      `didexchange/${handshake}/request`,
      { pthid: invitationId },
      {
        label: this.#context.label,
        did: createPeerDid(peerKeyOf(peer).public),
      },
    )
    const begun = { ...peer, threadId: request['@id'] }
    return {
      peer: begun,
      changes: [put('peer', begun), sending(this.#context, peer.id, request, { awaitsAnswer: true })],
    }
  }

  /** The answer to a handshake. Throws when it is not from whom the invitation was. @returns the peer as it is then */
  async takeResponse(peer: PeerRecord, message: Message, sender: string): Promise<PeerRecord | undefined> {
    if (peer.state !== 'connecting') return this.#completeAgain(peer, message)
    if (threadOf(message) !== peer.threadId) return undefined
    const theirs = await this.#answeredService(peer, message)
    if (![...theirs.recipientKeys, ...peer.invitedKeys].includes(sender)) return undefined
    const hostDid =
      theirs.endpoint === peer.theirs.endpoint ? this.#context.vault.get('peer', peer.id)?.hostDid : undefined
    const connected: PeerRecord = { ...peer, state: 'connected', theirs, hostDid, attached: [] }
    await this.#context.vault.commit(
      put('peer', connected),
      removal('outgoing', peer.threadId ?? ''),
      sending(this.#context, peer.id, this.#complete(peer, message)),
      historyEntry(this.#context, partyOf(connected), { what: 'connected', about: peer.id }),
    )
    this.#context.sendWaiting()
    if (!hostDid) inBackground(this.lookUpHost(peer.id))
    return connected
  }

  /** A peer that answers twice has not heard that the first answer came. */
  async #completeAgain(peer: PeerRecord, message: Message): Promise<undefined> {
    if (peer.state !== 'connected' || threadOf(message) !== peer.threadId) return
    await this.#context.vault.commit(sending(this.#context, peer.id, this.#complete(peer, message)))
    this.#context.sendWaiting()
  }

  #complete(peer: PeerRecord, { '@type': type }: Message): Message {
    const version = type.includes('/1.0/') ? '1.0' : '1.1'
    const thread = { thid: peer.threadId, pthid: peer.invitationId }
    return newMessage(`didexchange/${version}/complete`, thread)
  }

  async #answeredService(peer: PeerRecord, message: Message): Promise<DidcommService> {
    const response = responseSchema.parse(message)
    const invited = peer.invitedKeys
    const { 'did_doc~attach': attachedDocument, 'did_rotate~attach': rotation } = response
    if (attachedDocument) {
      const document = didDocumentSchema.parse(JSON.parse(signedText(attachedDocument, invited)))
      return withAddress(didcommServiceOf(document), peer)
    }
    const service = didcommServiceOf(await this.#context.dids.resolve(response.did))
    const isSame = service.recipientKeys.some((key) => invited.includes(key))
    if (!isSame && !(rotation && signedText(rotation, invited) === response.did))
      throw new Error('A handshake is answered by somebody else')
    return withAddress(service, peer)
  }

  async takeProblem(peer: PeerRecord, message: Message): Promise<void> {
    if (peer.state !== 'connecting' || threadOf(message) !== peer.threadId) return
    await this.#context.vault.commit(
      put('peer', { ...peer, state: 'abandoned', attached: [] }),
      removal('outgoing', peer.threadId ?? ''),
    )
    this.#context.sendWaiting()
  }

  /** Finds out which DID the host publishes that messages go to. Tried again when the wallet is opened. */
  async lookUpHost(peerId: string): Promise<void> {
    const { vault, dids } = this.#context
    const origin = originOf(vault.get('peer', peerId))
    if (!origin) return
    const document = await dids.ofHost(origin).catch(() => undefined)
    if (!document) return
    await vault.change(() => {
      const peer = vault.get('peer', peerId)
      return peer && originOf(peer) === origin ? [put('peer', { ...peer, hostDid: document.id })] : []
    })
  }
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
