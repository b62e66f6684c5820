import {
  type AgentContext,
  type BaseRecord,
  type BaseRecordConstructor,
  JsonTransformer,
  type Query,
  type QueryOptions,
  RecordDuplicateError,
  RecordNotFoundError,
  type StorageService,
} from '@credo-ts/core'
import { DidCommCredentialExchangeRecord, DidCommMessageRecord, DidCommProofExchangeRecord } from '@credo-ts/didcomm'
import type { Encryption } from '../../core/encryption/encryption.ts'
import { filterOf, type Tags, type TokenOf } from '../../core/encryption/record-filter.ts'
import { contentOf, encryptedRow } from '../../core/encryption/record-rows.ts'
import type { Events } from '../../core/events.ts'
import type { AgentLogger } from '../../port/options.ts'
import type { RecordRow, RecordRows, StoredRecord } from '../../port/storage.ts'
import type { FailedReads } from './failed-reads.ts'

type AnyRecord = BaseRecord
type Class<Found extends AnyRecord> = BaseRecordConstructor<Found>

interface Dependencies {
  rows: RecordRows
  encryption: Encryption
  events: Events
  failedReads: FailedReads
  logger: AgentLogger
}

/** A message that is not checked again when it is read: it was when it came, or is ours. */
class StoredMessage extends DidCommMessageRecord {
  override getMessageInstance(messageClass: Parameters<DidCommMessageRecord['getMessageInstance']>[0]): never {
    return JsonTransformer.fromJSON(this.message, messageClass, { validate: false }) as never
  }
}

/** Messages of an exchange hold what people said; they end with it. */
const exchanges: { type: string }[] = [DidCommCredentialExchangeRecord, DidCommProofExchangeRecord]

/**
 * Credo's records in the server's own database, encrypted. The event of a record's state is stored in the same
 * transaction as the record, and what belongs to an exchange is deleted in the same one.
 */
export class RecordStorage implements StorageService<AnyRecord> {
  readonly supportsCursorPagination = false
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  async save(_context: AgentContext, record: AnyRecord): Promise<void> {
    const { events, rows } = this.#dependencies
    if (!(await events.store(record, (event) => rows.insert(this.#encrypted(record), event))))
      throw new RecordDuplicateError(`Record with id ${record.id} already exists`, { recordType: record.type })
  }

  async update(_context: AgentContext, record: AnyRecord): Promise<void> {
    const { events, rows } = this.#dependencies
    if (!(await events.store(record, (event) => rows.update(this.#encrypted(record), { event }))))
      throw notFound(record.type, record.id)
  }

  async delete(context: AgentContext, record: AnyRecord): Promise<void> {
    await this.deleteById(context, record, record.id)
  }

  async deleteById(_context: AgentContext, { type }: { type: string }, id: string): Promise<void> {
    const ofMessages = DidCommMessageRecord.type
    const belongings = exchanges.some((exchange) => exchange.type === type)
      ? { type: ofMessages, token: this.#tokenOf(ofMessages)('associatedRecordId', `string ${id}`) }
      : undefined
    if (!(await this.#dependencies.rows.delete({ type, id }, belongings))) throw notFound(type, id)
  }

  async getById<Found extends AnyRecord>(
    _context: AgentContext,
    recordClass: Class<Found>,
    id: string,
  ): Promise<Found> {
    const stored = await this.#dependencies.rows.read(recordClass.type, id)
    if (!stored) throw notFound(recordClass.type, id)
    return this.#decrypted(stored, recordClass)
  }

  async getAll<Found extends AnyRecord>(context: AgentContext, recordClass: Class<Found>): Promise<Found[]> {
    return this.findByQuery(context, recordClass, {} as Query<Found>)
  }

  /** One that can't be read is left out, and logged: it must not keep the others from being found. */
  async findByQuery<Found extends AnyRecord>(
    _context: AgentContext,
    recordClass: Class<Found>,
    query: Query<Found>,
    { limit, offset }: QueryOptions = {},
  ): Promise<Found[]> {
    const filter = filterOf(query as Tags, this.#tokenOf(recordClass.type))
    const { rows, failedReads, logger } = this.#dependencies
    const stored = await rows.find(recordClass.type, filter, { limit, offset }).catch(failedReads.note)
    return stored.flatMap((each) => {
      try {
        return [this.#decrypted(each, recordClass)]
      } catch (error) {
        logger.error('A record cannot be read', { type: recordClass.type, error: (error as Error).name })
        return []
      }
    })
  }

  #encrypted(record: AnyRecord): RecordRow {
    record.updatedAt = new Date()
    const content = { tags: record.getTags() as Tags, record: JsonTransformer.toJSON(record) }
    return encryptedRow(this.#dependencies.encryption, record, content)
  }

  #decrypted<Found extends AnyRecord>({ id, encrypted }: StoredRecord, recordClass: Class<Found>): Found {
    const { tags, record } = contentOf(this.#dependencies.encryption, { type: recordClass.type, id }, encrypted)
    // It was checked before it was stored, and no other party can have encrypted it.
    const storedClass = recordClass.type === DidCommMessageRecord.type ? StoredMessage : recordClass
    const instance = JsonTransformer.fromJSON(record as object, storedClass as Class<Found>, { validate: false })
    instance.id = id
    instance.replaceTags(tags as never)
    return instance
  }

  #tokenOf(type: string): TokenOf {
    return (name, value) => this.#dependencies.encryption.token(type, name, value)
  }
}

const notFound = (type: string, id: string) =>
  new RecordNotFoundError(`record with id ${id} not found.`, { recordType: type })
