import type * as z from 'zod/mini'
import { fromUtf8, toUtf8 } from './encoding/text.ts'
import { HolderError } from './holder-error.ts'
import { isAccepted, isUndecided, mostCredentials, mostUndecided } from './limits.ts'
import type { Change, Cipher, Storage } from './platform.ts'

/** Records by kind; the others are of no use without the single `wallet` record. */
type Kinds = { [kind: string]: { id: string } }

/** The schema of each kind of record. */
type Schemas<Records> = { [Kind in keyof Records]: z.ZodMiniType<Records[Kind]> }

export type RecordsOf<Schemas> = { [Kind in keyof Schemas]: z.output<Schemas[Kind]> }

/** A record to be kept, or removed. */
export type RecordChange<Records> = {
  [Kind in keyof Records & string]: { kind: Kind; record: Records[Kind] } | { kind: Kind; removed: string }
}[keyof Records & string]

/** Makes the changes of some kinds of records. */
export const changesOf = <Records>() => ({
  put: <Kind extends keyof Records & string>(kind: Kind, record: Records[Kind]) =>
    ({ kind, record }) as unknown as RecordChange<Records>,
  removal: (kind: keyof Records & string, id: string) => ({ kind, removed: id }) as RecordChange<Records>,
})

/** The records that one protocol knows. */
export type RecordStore<Records extends Kinds> = Pick<
  Vault<Records>,
  'all' | 'get' | 'require' | 'commit' | 'change' | 'isCrowded' | 'isFull'
>

/** A published object that never changes. */
export const resource = 'resource'

/** The additional data of a record's encryption, so that it can't be put in another's place. */
export const about = (kind: string, id: string) => `${kind} ${id}`

interface VaultDependencies<Records> {
  storage: Storage
  cipher: Cipher
  schemas: Schemas<Records>
  onChange: () => void
}

/** A wallet's records: objects in memory, encrypted one by one in storage. What shows was stored before. */
export class Vault<Records extends Kinds> {
  readonly #dependencies: VaultDependencies<Records>
  #records = new Map<keyof Records, Map<string, Records[keyof Records]>>()
  #unreadable: { kind: string; id: string }[] = []
  #writing: Promise<unknown> = Promise.resolve()
  #isClosed = false

  private constructor(dependencies: VaultDependencies<Records>) {
    this.#dependencies = dependencies
  }

  /** Rejects with `unreadable-storage` for another key, `damaged-storage` when the vault's own record can't be read. */
  static async open<Records extends Kinds>(dependencies: VaultDependencies<Records>): Promise<Vault<Records>> {
    const vault = new Vault(dependencies)
    await vault.#load()
    return vault
  }

  all<Kind extends keyof Records>(kind: Kind): Records[Kind][] {
    return [...(this.#records.get(kind)?.values() ?? [])] as Records[Kind][]
  }

  get<Kind extends keyof Records>(kind: Kind, id: string): Records[Kind] | undefined {
    return this.#records.get(kind)?.get(id) as Records[Kind] | undefined
  }

  /** The same. Throws `not-open` when there is none. */
  require<Kind extends keyof Records>(kind: Kind, id: string): Records[Kind] {
    const record = this.get(kind, id)
    if (!record) throw new HolderError('not-open', 'There is no such record')
    return record
  }

  /** Whether as many offers and requests, of all protocols, wait for a decision as a wallet's file may hold. */
  get isCrowded(): boolean {
    return this.#everything.filter(isUndecided).length >= mostUndecided
  }

  /** Whether there are as many credentials as a wallet's file may hold, with those on their way by any protocol. */
  get isFull(): boolean {
    return this.all('credential').length + this.#everything.filter(isAccepted).length >= mostCredentials
  }

  get #everything(): Records[keyof Records][] {
    return [...this.#records.values()].flatMap((each) => [...each.values()])
  }

  /** How many records can't be read; they stay where they are until they are removed. */
  get unreadable(): number {
    return this.#unreadable.length
  }

  async removeUnreadable(): Promise<void> {
    await this.#runExclusive(async () => {
      await this.#dependencies.storage.write(this.#unreadable)
      this.#unreadable = []
    })
  }

  /** All or nothing; resolves when it is kept. */
  async commit(...changes: RecordChange<Records>[]): Promise<void> {
    await this.change(() => changes)
  }

  /**
   * The same for callers that do not lock the records which others may change, too.
   * @param make is called when all that was committed before is kept, so that nothing of it is put back
   */
  async change(make: () => RecordChange<Records>[]): Promise<void> {
    await this.#runExclusive(async () => {
      const changes = make()
      const encrypted = await Promise.all(changes.map((change) => this.#encrypted(change)))
      if (encrypted.length > 0) await this.#dependencies.storage.write(encrypted)
      for (const change of changes) {
        if ('removed' in change) this.#records.get(change.kind)?.delete(change.removed)
        else this.#records.get(change.kind)?.set(change.record.id, change.record)
      }
    })
  }

  /** Puts other records in the place of all there are. One that is none is kept, and unreadable. */
  async replace(records: { kind: string; record: { id: string } }[]): Promise<void> {
    await this.#runExclusive(async () => {
      const { storage, cipher } = this.#dependencies
      await storage.replace(await encryptedRecords(records, cipher))
      await this.#load()
    })
  }

  /** Clears memory once all commits are stored. Later changes are not written: the key may be another by then. */
  async close(): Promise<void> {
    await this.#writing.catch(() => undefined)
    this.#isClosed = true
    this.#records.clear()
  }

  /** Objects that never change; they are not held in memory. */
  readonly resources = {
    get: async (id: string): Promise<Uint8Array | undefined> => {
      const { storage, cipher } = this.#dependencies
      const encrypted = await storage.get(resource, id)
      return encrypted && cipher.decrypt(encrypted, about(resource, id)).catch(() => undefined)
    },
    put: async (id: string, content: Uint8Array): Promise<void> => {
      if (this.#isClosed) return
      const { storage, cipher } = this.#dependencies
      await storage.write([{ kind: resource, id, encrypted: await cipher.encrypt(content, about(resource, id)) }])
    },
  }

  async #load(): Promise<void> {
    const { storage, schemas } = this.#dependencies
    const unreadable: { kind: string; id: string }[] = []
    const loaded = Object.keys(schemas).map(async (kind) => {
      const listed = await storage.list(kind)
      const read = await Promise.all(
        listed.map(async ({ id, encrypted }) => ({ id, record: await this.#read(kind, id, encrypted) })),
      )
      unreadable.push(...read.flatMap(({ id, record }) => (record ? [] : [{ kind, id }])))
      return [kind, new Map(read.flatMap(({ id, record }) => (record ? [[id, record]] : [])))] as const
    })
    this.#records = new Map(await Promise.all(loaded))
    this.#unreadable = unreadable
  }

  /** A record that can't be read costs itself. */
  async #read(kind: string, id: string, encrypted: Uint8Array): Promise<Records[keyof Records] | undefined> {
    const { cipher, schemas } = this.#dependencies
    const unreadable = (code: 'unreadable-storage' | 'damaged-storage', cause?: unknown): undefined => {
      if (kind === 'wallet') throw new HolderError(code, 'What is stored can not be read', { cause })
    }
    const plain = await cipher
      .decrypt(encrypted, about(kind, id))
      .catch((cause) => unreadable('unreadable-storage', cause))
    if (!plain) return undefined
    const record = recordIn(plain, schemas[kind])
    return record?.id === id ? record : unreadable('damaged-storage')
  }

  async #encrypted(change: RecordChange<Records>): Promise<Change> {
    if ('removed' in change) return { kind: change.kind, id: change.removed }
    return encryptedRecord(change, this.#dependencies.cipher)
  }

  async #runExclusive(work: () => Promise<void>): Promise<void> {
    const write = this.#writing.catch(() => undefined).then(() => (this.#isClosed ? undefined : work()))
    this.#writing = write
    await write
    this.#dependencies.onChange()
  }
}

function recordIn<Record>(plain: Uint8Array, schema: z.ZodMiniType<Record> | undefined): Record | undefined {
  try {
    return schema?.parse(JSON.parse(fromUtf8(plain)))
  } catch {
    return undefined
  }
}

/** Records as storage keeps them. */
export const encryptedRecords = (
  records: { kind: string; record: { id: string } }[],
  cipher: Cipher,
): Promise<Change[]> => Promise.all(records.map((each) => encryptedRecord(each, cipher)))

async function encryptedRecord(
  { kind, record }: { kind: string; record: { id: string } },
  cipher: Cipher,
): Promise<Change> {
  const encrypted = await cipher.encrypt(toUtf8(JSON.stringify(record)), about(kind, record.id))
  return { kind, id: record.id, encrypted }
}
