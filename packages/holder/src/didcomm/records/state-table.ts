import type { HistoryEntry } from '../../core/snapshot.ts'

/** The consequences of an event. */
export interface Step<State extends string, Outgoing extends string> {
  to: State
  /** The message to be sent. */
  send?: Outgoing
  /** The entry in the history. */
  log?: HistoryEntry['what']
}

/** A protocol's states, each with what may happen in it. What is not there changes nothing. */
export type Table<State extends string, Event extends string, Outgoing extends string> = Record<
  State,
  Partial<Record<Event, Step<State, Outgoing>>>
>
