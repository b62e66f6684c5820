import type { z } from 'zod'
import type { NewEvent, RecordRow, RecordRows, StoredRecord, Written } from '../port/storage.ts'
import type { Encryption } from './encryption/encryption.ts'
import { type Tags, tokensOf } from './encryption/record-filter.ts'
import { contentOf, encryptedRow } from './encryption/record-rows.ts'
import type { Events } from './events.ts'

interface Dependencies {
  rows: RecordRows
  encryption: Encryption
  events: Events
}

export interface Kind<Value> {
  type: string
  schema: z.ZodType<Value>
  /** The words that it is found by; equal ones have equal tokens in the database. */
  tagsOf(value: Value): Tags
}

/** A record as it was read: changed only if no other caller changed it meanwhile. */
export interface Read<Value> {
  value: Value
  version: number
}

/** Records of one kind, encrypted. The event of a record's state is stored in the same transaction as the record. */
export class Records<Value extends { id: string }> {
  readonly #dependencies: Dependencies
  readonly #kind: Kind<Value>

  constructor(dependencies: Dependencies, kind: Kind<Value>) {
    this.#dependencies = dependencies
    this.#kind = kind
  }

  get type(): string {
    return this.#kind.type
  }

  /** @returns false, and does nothing, when there is one of this id */
  insert(value: Value): Promise<boolean> {
    return this.#store(value, (row, event) => this.#dependencies.rows.insert(row, event))
  }

  /** @returns false, and does nothing, when another change came first */
  change({ version }: Read<Value>, next: Value): Promise<boolean> {
    return this.#store(next, (row, event) => this.#dependencies.rows.update(row, { version, event }))
  }

  async read(id: string): Promise<Read<Value> | undefined> {
    const stored = await this.#dependencies.rows.read(this.#kind.type, id)
    return stored && this.#decrypted(stored)
  }

  /** @param word a list for tags that are lists: finds records with all of its items */
  async findBy(tag: string, word: string | boolean | string[]): Promise<Read<Value>[]> {
    const { type } = this.#kind
    const { encryption, rows } = this.#dependencies
    const tokens = tokensOf({ [tag]: word }, (name, value) => encryption.token(type, name, value))
    const stored = await rows.find(type, { every: tokens.map((token) => ({ token })) })
    return stored.map((each) => this.#decrypted(each))
  }

  /** @returns false when there is none */
  delete(id: string): Promise<boolean> {
    return this.#dependencies.rows.delete({ type: this.#kind.type, id })
  }

  #store(value: Value, write: (row: RecordRow, event?: NewEvent) => Promise<Written | undefined>): Promise<boolean> {
    const { type, tagsOf } = this.#kind
    const { encryption, events } = this.#dependencies
    return events.store({ ...value, type }, (event) =>
      write(encryptedRow(encryption, { type, id: value.id }, { tags: tagsOf(value), record: value }), event),
    )
  }

  #decrypted({ id, version, encrypted }: StoredRecord): Read<Value> {
    const { type, schema } = this.#kind
    return { value: schema.parse(contentOf(this.#dependencies.encryption, { type, id }, encrypted).record), version }
  }
}
