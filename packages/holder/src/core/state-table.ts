import * as z from 'zod/mini'
import { HolderError } from './holder-error.ts'
import { mostEnded } from './limits.ts'
import { oldest } from './oldest.ts'
import type { HistoryEntry } from './snapshot.ts'

/** The consequences of an event. */
interface Step<State extends string> {
  to: State
  /** The entry in the history. */
  log?: HistoryEntry['what']
}

type Table<State extends string, Event extends string> = Record<State, Partial<Record<Event, Step<NoInfer<State>>>>>

export type EventOf<States> = States extends Table<string, infer Event> ? Event : never

/** The states of an exchange, each with what may happen in it. What is not there changes nothing. */
export const stateTable = <State extends string, Event extends string>(states: Table<State, Event>) => states

export const stateSchema = <State extends string>(states: Table<State, never>) => z.enum(Object.keys(states) as State[])

/** Whether anything may happen to it yet. */
export const isOpen = (states: Record<string, object>, { state }: { state: string }): boolean =>
  Object.keys(states[state] ?? {}).length > 0

/** The step of an event. Throws `not-open` where the event means nothing. */
export function stepOf<State extends string, Event extends string>(
  states: Table<State, Event>,
  { state }: { state: NoInfer<State> },
  event: NoInfer<Event>,
): Step<State> {
  const step = states[state][event]
  if (!step) throw new HolderError('not-open', 'The offer or request is not open for this')
  return step
}

/** The ended ones over the number that is kept. */
export const endedTooMany = <Ended extends { state: string; receivedAt: number }>(
  states: Record<string, object>,
  all: Ended[],
): Ended[] =>
  oldest(
    all.filter((each) => !isOpen(states, each)),
    ({ receivedAt }) => receivedAt,
    mostEnded,
  )
