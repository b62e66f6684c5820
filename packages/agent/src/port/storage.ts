/**
 * The agent's data in the server's own database. Each method is one transaction; `undefined` means no such row.
 * Personal or secret data arrive encrypted (`core/encryption`).
 */
export interface AgentStorage {
  /** Keeps the check of a store key, unless there is one already. @returns the check that is kept */
  claim(check: string): Promise<string>
  /** An adapter's records of exchanges, connections and the issuer. */
  readonly records: RecordRows
  readonly keys: KeyRows
  readonly events: EventRows

  /** The clock shared by all agents on this storage: milliseconds since 1970. */
  now(): number

  /** Whether a failure means that it can't take the work now (away, full, locked). */
  isAway(error: unknown): boolean

  /** Runs `work` while no other process or call holds the same lock. */
  withLock<Result>(name: string, work: () => Promise<Result>): Promise<Result>
  /** Agents of other processes on the same storage; undefined where there can be none. */
  readonly others?: Others | undefined
}

export interface Others {
  /** A notice is lost to those that can't hear it at the moment. @param text at most 7,000 bytes */
  notify(topic: string, text: string): Promise<void>
  listen(topic: string, hear: (text: string) => void): void
}

/** A record as the adapter of a protocol writes it. */
export interface RecordRow {
  type: string
  /** Unique within its type. */
  id: string
  encrypted: Uint8Array
  /** Its search tokens, in no order. */
  tokens: Uint8Array[]
}

export interface StoredRecord {
  id: string
  /** Counts its changes. */
  version: number
  encrypted: Uint8Array
}

/**
 * Selects records by their tokens; those of different types have none in common. An empty `every` matches all, an empty
 * `some` none. The first condition in `every` is the most selective.
 */
export type RecordFilter<Token = Uint8Array> =
  | { token: Token }
  | { every: RecordFilter<Token>[] }
  | { some: RecordFilter<Token>[] }
  | { not: RecordFilter<Token> }

/** A record that was written. */
export interface Written {
  /** The position of its event, where one was stored with it. */
  event?: number
}

export interface RecordRows {
  /** Answers `undefined`, and does nothing, when there is a record of this type and id. */
  insert(row: RecordRow, event?: NewEvent): Promise<Written | undefined>
  /** Answers `undefined`, and does nothing, when there is none, or it is at another version than the given one. */
  update(row: RecordRow, options?: { version?: number; event?: NewEvent }): Promise<Written | undefined>
  /** Also deletes the records that belong to it, all or none. Answers false when there is none. */
  delete(record: { type: string; id: string }, belongings?: { type: string; token: Uint8Array }): Promise<boolean>
  read(type: string, id: string): Promise<StoredRecord | undefined>
  /** In the order in which they were inserted. */
  find(type: string, filter: RecordFilter, page?: { limit?: number; offset?: number }): Promise<StoredRecord[]>
}

export interface KeyRows {
  /** Answers false, and does nothing, when there is a key of this id. */
  insert(id: string, encrypted: Uint8Array): Promise<boolean>
  read(id: string): Promise<Uint8Array | undefined>
  /** Answers false when there is none. */
  delete(id: string): Promise<boolean>
}

/** An event about a state of an exchange, stored with the record that is in it. */
export interface NewEvent {
  /** Of the exchange; its events are delivered in their order. */
  subjectId: string
  /** With its refusal. No event is stored for the state that the record's last event was about. */
  state: string
  /** JSON. */
  body: string
}

export interface StoredEvent {
  position: number
  subjectId: string
  body: string
}

/** Events that a process stored and left undelivered at its end are taken over by another. */
export interface EventRows {
  /** Stored by this process and still there, in the order in which they were stored, from the first beyond `after`. */
  waiting(after: number, limit: number): Promise<StoredEvent[]>
  /** The oldest of those that processes which have ended left behind; from now on they are this one's. */
  takeOver(limit: number): Promise<StoredEvent[]>
  /** They have been delivered. */
  delete(positions: number[]): Promise<void>
}

/** All encrypted rows, for a change of the store key. */
export interface EncryptedRows {
  /**
   * Replaces each record and key with the result of `replace`, and the claim `from` with `to` (see `claim`), in one
   * durable transaction. A row without a result stays as it is. `kept` is added where no key has its id.
   * @returns false, and nothing is changed, when the claim is not `from`
   */
  replaceAll(
    check: { from: string; to: string },
    replace: {
      record(row: Pick<RecordRow, 'type' | 'id' | 'encrypted'>): RecordRow | undefined
      key(id: string, encrypted: Uint8Array): Uint8Array | undefined
      kept?: { id: string; encrypted: Uint8Array }
    },
  ): Promise<boolean>
}
