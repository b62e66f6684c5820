import type { HistoryEntry } from '../../core/snapshot.ts'
import { type Context, historyEntry, partyOf, sending } from '../context.ts'
import {
  type Message,
  type OfferRecord,
  put,
  type RecordChange,
  type Records,
  type RequestRecord,
  removal,
} from '../records/records.ts'
import type { Step } from '../records/state-table.ts'

type Exchange = Pick<Records, 'offer' | 'request'>

/** Messages of the other side whose answers are kept; an honest exchange has two. */
const mostAnswers = 10

/**
 * Takes a step in one transaction: the exchange's next state, the outgoing message, the history entry. An earlier
 * message that awaited an answer is dropped. Then sends.
 */
export async function takeStep<Kind extends keyof Exchange>(
  context: Context,
  kind: Kind,
  exchange: Exchange[Kind],
  step: Step<Exchange[Kind]['state'], string>,
  given: {
    /** The message of the step. */
    message?: Message
    /** The id of the other side's message that it answers. */
    answers?: string
    update?: Partial<Exchange[Kind]>
    history?: Pick<HistoryEntry, 'name' | 'why' | 'shown' | 'proved' | 'confirmed' | 'unrevoked'>
    /** Whether the message is sent until something comes back. */
    awaitsAnswer?: boolean
  },
  ...more: RecordChange[]
): Promise<void> {
  const { message, answers } = given
  const answered = Object.entries(exchange.answers).slice(1 - mostAnswers)
  const next = {
    ...exchange,
    ...given.update,
    state: step.to,
    answers: Object.fromEntries(message && answers ? [...answered, [answers, message]] : answered),
    awaited: message && given.awaitsAnswer ? message['@id'] : undefined,
  } as Records[Kind]
  const party = partyOf(context.vault.get('peer', exchange.peerId), kind === 'offer' ? exchange.comment : undefined)
  await context.vault.commit(
    ...more,
    put(kind, next),
    ...(exchange.awaited ? [removal('outgoing', exchange.awaited)] : []),
    ...(message ? [sending(context, exchange.peerId, message, given)] : []),
    ...(step.log ? [historyEntry(context, party, { what: step.log, about: exchange.id, ...given.history })] : []),
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
  await context.vault.commit(sending(context, exchange.peerId, answer))
  context.sendWaiting()
  return true
}
