import {
  type AgentContext,
  type BaseRecord,
  type BaseRecordConstructor,
  DidRecord,
  type Query,
  type QueryOptions,
  RecordDuplicateError,
  type StorageService,
} from '@credo-ts/core'
import {
  DidCommConnectionRecord,
  DidCommDidExchangeState,
  DidCommMediationRecord,
  DidCommMediatorRoutingRecord,
  DidCommMessageRecord,
} from '@credo-ts/didcomm'
import { LRUCache } from 'lru-cache'
import { SettledRecords } from './settled-records.ts'

type AnyRecord = BaseRecord
type Class<Kept extends AnyRecord> = BaseRecordConstructor<Kept>

const minute = 60_000
/** A visit is over by then, and what nobody asks for again is not to be kept. */
const age = { ttl: 10 * minute, ttlAutopurge: true }
/** Of all messages that are remembered, as JSON; a wallet's message may have a million. */
const mostCharacters = 20_000_000

/**
 * Credo reads the same records again for each step of each message: about forty times per visitor, which cost more than
 * the cryptography. Remembered here is only what does not change once it is found or stored, so that other processes on the
 * same store never see anything outdated: DIDs, established connections, and the messages of an exchange. Everything
 * else, and everything not found, is asked of the store.
 */
export class RememberingStorage implements StorageService<AnyRecord> {
  readonly #store: StorageService<AnyRecord>
  readonly #settled = new SettledRecords<AnyRecord>({ ...age, max: 20_000 })
  /** Messages by exchange. They are large and hold personal data, so few and not for long. */
  readonly #messages = new LRUCache<string, SizedMessage[]>({
    max: 200,
    maxSize: mostCharacters,
    sizeCalculation: (messages) => 1 + messages.reduce((sum, { size }) => sum + size, 0),
    ...age,
  })

  readonly supportsCursorPagination = false

  constructor(store: StorageService<AnyRecord>) {
    this.#store = store
  }

  async save(context: AgentContext, record: AnyRecord): Promise<void> {
    if (isMessage(record)) return this.#saveMessage(context, record)
    await this.#store.save(context, record)
    this.#remember(record)
  }

  async update(context: AgentContext, record: AnyRecord): Promise<void> {
    this.#forget(record)
    await this.#store.update(context, record)
    // Somebody may have read and remembered it as it was before.
    this.#forget(record)
    this.#remember(record)
  }

  async updateByIdWithLock(
    context: AgentContext,
    recordClass: Class<AnyRecord>,
    id: string,
    change: (record: AnyRecord) => Promise<AnyRecord>,
  ): Promise<AnyRecord> {
    this.#settled.forget(recordClass.type, id)
    if (!this.#store.updateByIdWithLock) throw new Error('The store cannot lock records')
    const updated = await this.#store.updateByIdWithLock(context, recordClass, id, change)
    this.#settled.forget(recordClass.type, id)
    return updated
  }

  supportsLocking(context: AgentContext): boolean {
    return this.#store.supportsLocking?.(context) ?? false
  }

  async delete(context: AgentContext, record: AnyRecord): Promise<void> {
    this.#forget(record)
    await this.#store.delete(context, record)
    this.#forget(record)
    this.#messages.delete(record.id)
  }

  async deleteById(context: AgentContext, recordClass: Class<AnyRecord>, id: string): Promise<void> {
    this.#settled.forget(recordClass.type, id)
    await this.#store.deleteById(context, recordClass, id)
    this.#settled.forget(recordClass.type, id)
    // Those of an exchange end with it.
    this.#messages.delete(id)
  }

  async getById<Found extends AnyRecord>(context: AgentContext, recordClass: Class<Found>, id: string): Promise<Found> {
    const known = this.#settled.get(recordClass.type, id)
    if (known) return known as Found
    const record = (await this.#store.getById(context, recordClass, id)) as Found
    this.#remember(record)
    return record
  }

  async getAll<Found extends AnyRecord>(context: AgentContext, recordClass: Class<Found>): Promise<Found[]> {
    return (await this.#store.getAll(context, recordClass)) as Found[]
  }

  async findByQuery<Found extends AnyRecord>(
    context: AgentContext,
    recordClass: Class<Found>,
    query: Query<Found>,
    options?: QueryOptions,
  ): Promise<Found[]> {
    if (neverStored.has(recordClass.type)) return []
    if (recordClass.type === DidCommMessageRecord.type) {
      const known = this.#knownMessages(query as MessageQuery)
      if (known) return known as unknown as Found[]
    }
    const known = this.#settled.find(recordClass.type, query)
    if (known) return [known as Found]
    const found = (await this.#store.findByQuery(context, recordClass, query as never, options)) as Found[]
    const [one, ...others] = found
    if (one && others.length === 0) this.#remember(one)
    return found
  }

  #remember(record: AnyRecord): void {
    if (isSettled(record)) this.#settled.add(record)
  }

  #forget(record: AnyRecord): void {
    if (isMessage(record)) this.#messages.delete(record.associatedRecordId ?? '')
    this.#settled.forget(record.type, record.id)
  }

  /**
   * A message's id follows from its exchange and kind, so that storing it twice stores it once. Credo looks for an
   * earlier one before each save; that look can then be spared.
   */
  async #saveMessage(context: AgentContext, record: DidCommMessageRecord): Promise<void> {
    const { associatedRecordId = '', messageName } = record.getTags()
    record.id = `${associatedRecordId} ${messageName}`
    try {
      await this.#store.save(context, record as unknown as AnyRecord)
    } catch (error) {
      if (!(error instanceof RecordDuplicateError)) throw error
      await this.#store.update(context, record as unknown as AnyRecord)
    }
    const others = (this.#messages.get(associatedRecordId) ?? []).filter((other) => other.record.id !== record.id)
    const size = JSON.stringify(record.message).length
    this.#messages.set(associatedRecordId, [...others, { record: parsedOnce(record), size }])
  }

  /** `undefined`: ask the store. */
  #knownMessages(query: MessageQuery): DidCommMessageRecord[] | undefined {
    const { associatedRecordId, messageName, role } = query
    if (!associatedRecordId || !messageName) return undefined
    // Nobody can propose anything to this issuer and verifier.
    if (messageName.startsWith('propose-')) return []
    const found = (this.#messages.get(associatedRecordId) ?? [])
      .map(({ record }) => record)
      .filter((record) => record.getTags().messageName === messageName && (role === undefined || record.role === role))
    if (found.length > 0) return found
    const beforeSaving = !('role' in query)
    return beforeSaving ? [] : undefined
  }
}

interface SizedMessage {
  record: DidCommMessageRecord
  size: number
}

interface MessageQuery {
  associatedRecordId?: string
  messageName?: string
  role?: string
}

const isMessage = (record: unknown): record is DidCommMessageRecord => record instanceof DidCommMessageRecord

/** Credo asks for mediators with each invitation and handshake, and nobody is one here or has one. */
const neverStored = new Set([DidCommMediationRecord.type, DidCommMediatorRoutingRecord.type])

/** Whether a record stays as it is. */
function isSettled(record: unknown): boolean {
  if (record instanceof DidCommConnectionRecord) return record.state === DidCommDidExchangeState.Completed
  return record instanceof DidRecord
}

/** Parsing and validating a message is slow; its record is asked for it up to four times. */
function parsedOnce(record: DidCommMessageRecord): DidCommMessageRecord {
  let instance: unknown
  const parse = record.getMessageInstance.bind(record) as (messageClass: never) => unknown
  Object.defineProperty(record, 'getMessageInstance', {
    enumerable: false,
    value: (messageClass: never) => {
      instance ??= parse(messageClass)
      return instance
    },
  })
  return record
}
