import * as z from 'zod/mini'
import { cutText } from '../../../core/cut-text.ts'
import { HolderError } from '../../../core/holder-error.ts'
import { inBackground } from '../../../core/in-background.ts'
import type { Chosen, HistoryEntry } from '../../../core/snapshot.ts'
import { isOpen, stepOf } from '../../../core/state-table.ts'
import { proofRequestSchema } from '../../../formats/anoncreds/proof-request.ts'
import { ofFormat } from '../../../formats/credentials.ts'
import { type Context, newMessage, partyOf } from '../didcomm-context.ts'
import { attachedIn, attaching, attachmentsSchema, formatsSchema, threadOf } from '../messages/message.ts'
import { type Message, type PeerRecord, put, type RequestRecord } from '../records/didcomm-records.ts'
import { type ProvingEvent, provingStates } from '../records/proving-states.ts'
import { answeredBefore, type Taken, takeStep } from './exchange.ts'

/** Proofs from request to confirmation (present-proof 2.0, RFC 0454), in the format of AnonCreds (RFC 0771). */

/** Requests of one connection that may be open. */
const mostOpen = 20

const formats = { request: 'anoncreds/proof-request@v1.0', presentation: 'anoncreds/proof@v1.0' }

const requestMessageSchema = z.object({
  comment: z.optional(cutText(2_000)),
  will_confirm: z._default(z.boolean(), false),
  formats: formatsSchema,
  'request_presentations~attach': attachmentsSchema,
})

export const find = ({ vault }: Context, peerId: string, threadId: string): RequestRecord | undefined =>
  vault.all('request').find((each) => each.peerId === peerId && each.threadId === threadId)

export async function takeRequest(context: Context, peer: PeerRecord, message: Message): Promise<void> {
  const { vault, clock } = context
  const known = find(context, peer.id, threadOf(message))
  if (known) return void (await answeredBefore(context, known, message))
  const open = vault.all('request').filter(({ peerId, state }) => peerId === peer.id && state === 'asked')
  if (open.length >= mostOpen || vault.isCrowded) return
  const content = requestMessageSchema.parse(message)
  const attached = attachedIn(formats.request, content.formats, content['request_presentations~attach'])
  const record: RequestRecord = {
    id: crypto.randomUUID(),
    peerId: peer.id,
    threadId: threadOf(message),
    messageId: message['@id'],
    parentThreadId: peer.state === 'connectionless' ? peer.invitationId : undefined,
    state: 'asked',
    receivedAt: clock.now(),
    comment: content.comment,
    willConfirm: content.will_confirm,
    request: proofRequestSchema.parse(attached),
    answers: {},
  }
  await vault.commit(put('request', record))
  inBackground(lookUp(context, record))
}

/** Reads the names of requested kinds. No issuer is asked about a credential before its person has decided. */
export async function lookUp({ vault, anoncreds }: Context, { peerId, request }: RequestRecord): Promise<void> {
  if (!request) return
  await anoncreds.readNames(request, partyOf(vault.get('peer', peerId)).host)
  // Names alone change the snapshot.
  await vault.commit()
}

/**
 * Rejects with `not-open`, `cannot-prove`, `revoked`, `unreachable`, `untrusted` or `wrong-clock`; nothing is sent
 * then.
 */
export async function answer(context: Context, request: RequestRecord, chosen: Chosen): Promise<void> {
  const event = request.willConfirm ? 'answer' : 'answer-unconfirmed'
  stepOf(provingStates, request, event)
  const { request: asked } = request
  if (!asked) throw new HolderError('not-open', 'The request is over')
  const { vault, anoncreds } = context
  const held = ofFormat(vault.all('credential'), 'anoncreds')
  const { presentation, disclosed } = await anoncreds.present(asked, chosen, held)
  const message = newMessage(
    'present-proof/2.0/presentation',
    { thid: request.threadId, pthid: request.parentThreadId },
    { last_presentation: true, ...attaching('presentations~attach', formats.presentation, presentation) },
  )
  await step(context, { ...request, ...disclosed }, event, { message, awaitsAnswer: request.willConfirm })
}

/** Rejects with `not-open`. */
export const decline = (context: Context, request: RequestRecord, reason: string): Promise<void> =>
  step(context, request, 'decline', { message: problem(request, reason), answers: request.messageId })

/** Rejects with `not-open`. */
export function giveUp(context: Context, request: RequestRecord, why: HistoryEntry['why']): Promise<void> {
  const message = problem(request, 'The holder waits no longer.')
  return step(context, request, 'give-up', { message, answers: request.messageId, history: { why } })
}

function problem({ threadId: thid, parentThreadId: pthid }: RequestRecord, reason: string): Message {
  const description = { code: 'abandoned', en: reason }
  return newMessage('present-proof/2.0/problem-report', { thid, pthid }, { description })
}

/** Takes the other side's last word. */
export async function takeOutcome(context: Context, request: RequestRecord, outcome: 'confirmed' | 'reported') {
  if (provingStates[request.state][outcome]) await step(context, request, outcome)
}

/** An ended request keeps nothing long. */
async function step(context: Context, request: RequestRecord, event: ProvingEvent, given: Taken<'request'> = {}) {
  const { shown, proved, confirmed, unrevoked, request: asked } = request
  const state = stepOf(provingStates, request, event).to
  const update = { request: isOpen(provingStates, { state }) ? asked : undefined }
  const history = { ...given.history, name: asked?.name, shown, proved, confirmed, unrevoked }
  await takeStep(context, 'request', request, event, { ...given, update, history })
}
