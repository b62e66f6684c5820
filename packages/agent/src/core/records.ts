import type { z } from 'zod'
import type { NewEvent, RecordRow, RecordRows, StoredRecord, Written } from '../port/storage.ts'
import type { Encryption } from './encryption/encryption.ts'
import { type Tags, tokensOf } from './encryption/record-filter.ts'
import { recordPlace } from './encryption/reencrypt.ts'
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
    const filter = { every: this.#tokens({ [tag]: word }).map((token) => ({ token })) }
    const stored = await this.#dependencies.rows.find(this.#kind.type, filter)
    return stored.map((each) => this.#decrypted(each))
  }

  /** @returns false when there is none */
  delete(id: string): Promise<boolean> {
    return this.#dependencies.rows.delete({ type: this.#kind.type, id })
  }

  #store(value: Value, write: (row: RecordRow, event?: NewEvent) => Promise<Written | undefined>): Promise<boolean> {
    const record = { ...value, type: this.#kind.type }
    return this.#dependencies.events.store(record, (event) => write(this.#encrypted(value), event))
  }

  #encrypted(value: Value): RecordRow {
    const { type, tagsOf } = this.#kind
    const tags = tagsOf(value)
    const text = JSON.stringify({ tags, record: value })
    const encrypted = this.#dependencies.encryption.encrypt('record', recordPlace(type, value.id), text)
    return { type, id: value.id, encrypted, tokens: this.#tokens(tags) }
  }

  #decrypted({ id, version, encrypted }: StoredRecord): Read<Value> {
    const { type, schema } = this.#kind
    const text = this.#dependencies.encryption.decrypt('record', recordPlace(type, id), encrypted)
    return { value: schema.parse((JSON.parse(text) as { record: unknown }).record), version }
  }

  #tokens(tags: Tags): Uint8Array[] {
    return tokensOf(tags, (name, word) => this.#dependencies.encryption.token(this.#kind.type, name, word))
  }
}
