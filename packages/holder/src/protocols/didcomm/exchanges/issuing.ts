import * as z from 'zod/mini'
import { cutText } from '../../../core/cut-text.ts'
import { HolderError, type HolderErrorCode } from '../../../core/holder-error.ts'
import { inBackground } from '../../../core/in-background.ts'
import type { HistoryEntry } from '../../../core/snapshot.ts'
import { isOpen, stepOf } from '../../../core/state-table.ts'
import { checkedCredential, readOffer, requestFor } from '../../../formats/anoncreds/issuance.ts'
import type { CredentialRecord } from '../../../formats/credentials.ts'
import { type Context, newMessage, peerKeyOf } from '../didcomm-context.ts'
import { attachedIn, attaching, attachmentsSchema, formatsSchema, threadOf } from '../messages/message.ts'
import { type Message, type OfferRecord, type PeerRecord, put } from '../records/didcomm-records.ts'
import { type IssuingEvent, issuingStates } from '../records/issuing-states.ts'
import { answeredBefore, type Taken, takeStep } from './exchange.ts'

/** Credentials from offer to wallet (issue-credential 2.0, RFC 0453), in the format of AnonCreds (RFC 0771). */

/** Offers of one connection that may be open. */
const mostOpen = 20

const formats = {
  offer: 'anoncreds/credential-offer@v1.0',
  request: 'anoncreds/credential-request@v1.0',
  issued: 'anoncreds/credential@v1.0',
}

const name = z.string().check(z.minLength(1), z.maxLength(256))

const offerMessageSchema = z.object({
  comment: z.optional(cutText(2_000)),
  credential_preview: z.object({
    attributes: z.array(z.object({ name, value: z.string() })).check(z.maxLength(200)),
  }),
  formats: formatsSchema,
  'offers~attach': attachmentsSchema,
})
const issuedMessageSchema = z.object({ formats: formatsSchema, 'credentials~attach': attachmentsSchema })

/** Why a credential will not be kept, however often it is looked at. */
const neverFit = new Set<HolderErrorCode>(['untrusted', 'too-large'])

/** An ended offer keeps no value: a person who removes a credential wants nothing of it left. */
const over: Partial<OfferRecord> = { attributes: [], offer: {}, metadata: undefined, issued: undefined }

export const find = ({ vault }: Context, peerId: string, threadId: string): OfferRecord | undefined =>
  vault.all('offer').find((each) => each.peerId === peerId && each.threadId === threadId)

export async function takeOffer(context: Context, peer: PeerRecord, message: Message): Promise<void> {
  const { vault, clock } = context
  const known = find(context, peer.id, threadOf(message))
  if (known) return void (await answeredBefore(context, known, message))
  const open = vault.all('offer').filter((each) => each.peerId === peer.id && isOpen(issuingStates, each))
  if (open.length >= mostOpen || vault.isCrowded) return
  const content = offerMessageSchema.parse(message)
  const attached = attachedIn(formats.offer, content.formats, content['offers~attach'])
  const record: OfferRecord = {
    id: crypto.randomUUID(),
    peerId: peer.id,
    threadId: threadOf(message),
    messageId: message['@id'],
    state: 'offered',
    receivedAt: clock.now(),
    comment: content.comment,
    attributes: content.credential_preview.attributes,
    ...readOffer(attached),
    answers: {},
  }
  await vault.commit(put('offer', record))
  inBackground(describe(context, record.id))
}

/**
 * Reads the offered credential's name and what a request needs, so that it can be accepted offline. What can't be
 * read now is read when the wallet opens.
 */
export async function describe({ vault, anoncreds }: Context, offerId: string): Promise<void> {
  const offered = vault.get('offer', offerId)
  if (!offered) return
  const readName = await anoncreds.nameOf(offered.kind)
  if (readName === undefined) return
  await vault.change(() => {
    const offer = vault.get('offer', offerId)
    if (!offer || offer.kind.name) return []
    // A person who declined at once did so before it had a name.
    const unnamed = vault.all('history').filter(({ about, name }) => about === offerId && name === undefined)
    return [
      put('offer', { ...offer, kind: { ...offer.kind, name: readName } }),
      ...unnamed.map((entry) => put('history', { ...entry, name: readName })),
    ]
  })
}

/** Asks for an offered credential. Rejects with `not-open`, `full`, `unreachable`, `untrusted` or `wrong-clock`. */
export async function accept(context: Context, offer: OfferRecord): Promise<void> {
  stepOf(issuingStates, offer, 'accept')
  const { vault, anoncreds } = context
  const peer = vault.get('peer', offer.peerId)
  if (!peer) throw new HolderError('not-open', 'The offer came from a peer that is gone')
  if (vault.isFull) throw new HolderError('full', 'The wallet has too many credentials')
  const entropy = peerKeyOf(peer).kid
  const { request, metadata } = await requestFor(offer, entropy, anoncreds.issuance)
  const message = newMessage(
    'issue-credential/2.0/request-credential',
    { thid: offer.threadId },
    attaching('requests~attach', formats.request, request),
  )
  await takeStep(context, 'offer', offer, 'accept', { message, update: { metadata }, awaitsAnswer: true })
}

/** Rejects with `not-open`. */
export const decline = (context: Context, offer: OfferRecord, reason: string): Promise<void> =>
  end(context, offer, 'decline', { message: problem(offer, reason), answers: offer.messageId })

/** Rejects with `not-open`. */
export const giveUp = (context: Context, offer: OfferRecord, why: HistoryEntry['why']): Promise<void> =>
  end(context, offer, 'give-up', { message: problem(offer, 'The holder waits no longer.'), history: { why } })

export async function takeProblem(context: Context, offer: OfferRecord): Promise<void> {
  if (issuingStates[offer.state].reported) await end(context, offer, 'reported')
}

/** Stores an issued credential that matches its offer. */
export async function takeCredential(context: Context, peer: PeerRecord, message: Message): Promise<void> {
  const offer = find(context, peer.id, threadOf(message))
  if (await answeredBefore(context, offer, message)) return
  if (!offer || !issuingStates[offer.state].issued) return
  try {
    await store(context, offer, message)
  } catch (error) {
    if (!(error instanceof HolderError && neverFit.has(error.code))) return keep(context, offer, message)
    const report = problem(offer, 'The credential is not the one that was offered, or not sound.')
    await end(context, offer, 'unfit', { message: report, answers: message['@id'] })
  }
}

/** Keeps a credential that can't be checked or stored now, because the issuer does not send it twice. */
async function keep({ vault }: Context, offer: OfferRecord, issued: Message): Promise<void> {
  const isUnchanged = vault.get('offer', offer.id)?.state === offer.state
  if (isUnchanged && !offer.issued) await vault.commit(put('offer', { ...offer, issued }))
}

async function store(context: Context, offer: OfferRecord, message: Message): Promise<void> {
  const { anoncreds, clock } = context
  const credential: CredentialRecord = {
    id: crypto.randomUUID(),
    peerId: offer.peerId,
    note: offer.comment,
    receivedAt: clock.now(),
    ...(await checkedCredential(offer, credentialIn(message), anoncreds.issuance)),
  }
  const ack = newMessage('issue-credential/2.0/ack', { thid: offer.threadId }, { status: 'OK' })
  const { name } = credential.kind
  const given = { message: ack, answers: message['@id'], update: over, history: { name } }
  await takeStep(context, 'offer', offer, 'issued', given, put('credential', credential))
}

function end(context: Context, offer: OfferRecord, event: IssuingEvent, given?: Taken<'offer'>): Promise<void> {
  const history = { ...given?.history, name: offer.kind.name }
  return takeStep(context, 'offer', offer, event, { ...given, update: over, history })
}

function problem(offer: OfferRecord, reason: string): Message {
  const description = { code: 'issuance-abandoned', en: reason }
  return newMessage('issue-credential/2.0/problem-report', { thid: offer.threadId }, { description })
}

function credentialIn(message: Message): unknown {
  try {
    const content = issuedMessageSchema.parse(message)
    return attachedIn(formats.issued, content.formats, content['credentials~attach'])
  } catch (cause) {
    throw new HolderError('untrusted', 'A message brings no credential', { cause })
  }
}
