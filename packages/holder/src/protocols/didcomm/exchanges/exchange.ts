import { historyEntry } from '../../../core/history-entry.ts'
import type { HistoryEntry } from '../../../core/snapshot.ts'
import { stepOf } from '../../../core/state-table.ts'
import { type Context, partyOf, sending, sendOnce } from '../didcomm-context.ts'
import {
  type Change,
  type DidcommRecords,
  type Message,
  type OfferRecord,
  put,
  type RequestRecord,
  removal,
} from '../records/didcomm-records.ts'
import { type IssuingEvent, issuingStates } from '../records/issuing-states.ts'
import { type ProvingEvent, provingStates } from '../records/proving-states.ts'

type Exchange = Pick<DidcommRecords, 'offer' | 'request'>
type Events = { offer: IssuingEvent; request: ProvingEvent }

export interface Taken<Kind extends keyof Exchange> {
  /** The message of the step. */
  message?: Message
  /** The id of the other side's message that it answers. */
  answers?: string
  update?: Partial<Exchange[Kind]>
  history?: Pick<HistoryEntry, 'name' | 'why' | 'shown' | 'proved' | 'confirmed' | 'unrevoked'>
  /** Whether the message is sent until something comes back. */
  awaitsAnswer?: boolean
}

/** Messages of the other side whose answers are kept; an honest exchange has two. */
const mostAnswers = 10

/**
 * Takes the step of an event in one transaction: the exchange's next state, the outgoing message, the history entry. An
 * earlier message that awaited an answer is dropped. Then sends. Rejects with `not-open` where the event means nothing.
 */
export async function takeStep<Kind extends keyof Exchange>(
  context: Context,
  kind: Kind,
  exchange: Exchange[Kind],
  event: Events[Kind],
  { message, answers, update, history, awaitsAnswer }: Taken<Kind>,
  ...more: Change[]
): Promise<void> {
  const step = stepOf<string, string>(kind === 'offer' ? issuingStates : provingStates, exchange, event)
  const answered = Object.entries(exchange.answers).slice(1 - mostAnswers)
  const next = {
    ...exchange,
    ...update,
    state: step.to,
    answers: Object.fromEntries(message && answers ? [...answered, [answers, message]] : answered),
    awaited: message && awaitsAnswer ? message['@id'] : undefined,
  } as DidcommRecords[Kind]
  const party = partyOf(context.vault.get('peer', exchange.peerId), kind === 'offer' ? exchange.comment : undefined)
  await context.vault.commit(
    ...more,
    put(kind, next),
    ...(exchange.awaited ? [removal('outgoing', exchange.awaited)] : []),
    ...(message ? [sending(context, exchange.peerId, message, { awaitsAnswer })] : []),
    ...(step.log ? [historyEntry(context, party, { what: step.log, about: exchange.id, ...history })] : []),
  )
  context.sendWaiting()
}

/** Sends the answer to a message once more, when it came before. @returns whether it did */
export async function answeredBefore(
  context: Context,
  exchange: OfferRecord | RequestRecord | undefined,
  message: Message,
): Promise<boolean> {
  const id = message['@id']
  // The other side's word, which may be one that each JavaScript object has.
  const answer = exchange && Object.hasOwn(exchange.answers, id) ? exchange.answers[id] : undefined
  if (!exchange || !answer) return false
  await sendOnce(context, exchange.peerId, answer)
  return true
}
