import { fromUtf8, toUtf8 } from '../encoding/text.ts'
import { HolderError } from '../holder-error.ts'
import type { Change, Sealing, Storage } from '../parts.ts'
import type { Records } from './records.ts'

type Kind = keyof Records
export const kinds: Kind[] = ['wallet', 'peer', 'offer', 'request', 'credential', 'history', 'outgoing']

/** A record to be kept, or removed. */
export type RecordChange = { [K in Kind]: { kind: K; record: Records[K] } | { kind: K; removed: string } }[Kind]

export const put = <K extends Kind>(kind: K, record: Records[K]): RecordChange =>
  ({ kind, record }) as unknown as RecordChange
export const removal = (kind: Kind, id: string): RecordChange => ({ kind, removed: id }) as RecordChange

/** A published object that never changes. */
export const resource = 'resource'

/** What a record is sealed with, so that it can't be put in another's place. */
export const about = (kind: string, id: string) => `${kind} ${id}`

/**
 * The records of a wallet: in memory as objects, in storage sealed one by one. Memory follows storage, so what is seen was kept.
 * What is there was written by this wallet; storage that is not this wallet's does not open.
 */
export class Vault {
  readonly #storage: Storage
  readonly #sealing: Sealing
  readonly #onChange: () => void
  readonly #records = new Map<Kind, Map<string, Records[Kind]>>()
  #writing: Promise<unknown> = Promise.resolve()

  private constructor(parts: { storage: Storage; sealing: Sealing; onChange: () => void }) {
    this.#storage = parts.storage
    this.#sealing = parts.sealing
    this.#onChange = parts.onChange
  }

  /** Rejects with `unreadable-storage` when it was sealed with another key. */
  static async open(parts: { storage: Storage; sealing: Sealing; onChange: () => void }): Promise<Vault> {
    const vault = new Vault(parts)
    await vault.#load()
    return vault
  }

  all<K extends Kind>(kind: K): Records[K][] {
    return [...(this.#records.get(kind)?.values() ?? [])] as Records[K][]
  }

  get<K extends Kind>(kind: K, id: string): Records[K] | undefined {
    return this.#records.get(kind)?.get(id) as Records[K] | undefined
  }

  /** All or nothing; resolves when it is kept. */
  async commit(...changes: RecordChange[]): Promise<void> {
    await this.change(() => changes)
  }

  /**
   * The same for who does not wait for its turn with others that may change the same records.
   * @param make is called when all that was committed before is kept, so that nothing of it is put back
   */
  async change(make: () => RecordChange[]): Promise<void> {
    await this.#inTurn(async () => {
      const changes = make()
      await this.#storage.write(await Promise.all(changes.map((change) => this.#sealed(change))))
      for (const change of changes) {
        if ('removed' in change) this.#records.get(change.kind)?.delete(change.removed)
        else this.#records.get(change.kind)?.set(change.record.id, change.record)
      }
    })
    this.#onChange()
  }

  /** Puts other records in the place of all there are. */
  async replace(changes: RecordChange[]): Promise<void> {
    await this.#inTurn(async () => {
      await this.#storage.replace(await Promise.all(changes.map((change) => this.#sealed(change))))
      await this.#load()
    })
    this.#onChange()
  }

  /** Resolves when all that was committed is kept. */
  async settled(): Promise<void> {
    await this.#writing
  }

  /** Objects that never change; they are not held in memory. */
  readonly resources = {
    get: async (id: string): Promise<Uint8Array | undefined> => {
      const sealed = await this.#storage.get(resource, id)
      return sealed && this.#sealing.open(sealed, about(resource, id)).catch(() => undefined)
    },
    put: async (id: string, content: Uint8Array): Promise<void> => {
      const sealed = await this.#sealing.seal(content, about(resource, id))
      await this.#storage.write([{ kind: resource, id, sealed }])
    },
  }

  async #load(): Promise<void> {
    for (const kind of kinds) {
      const opened = await Promise.all(
        (await this.#storage.list(kind)).map(async ({ id, sealed }) => {
          const plain = await this.#sealing.open(sealed, about(kind, id)).catch((cause) => {
            throw new HolderError('unreadable-storage', 'The wallet was sealed with another key', { cause })
          })
          return JSON.parse(fromUtf8(plain)) as Records[Kind]
        }),
      )
      this.#records.set(kind, new Map(opened.map((record) => [record.id, record])))
    }
  }

  async #sealed(change: RecordChange): Promise<Change> {
    if ('removed' in change) return { kind: change.kind, id: change.removed }
    const { kind, record } = change
    return {
      kind,
      id: record.id,
      sealed: await this.#sealing.seal(toUtf8(JSON.stringify(record)), about(kind, record.id)),
    }
  }

  async #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#writing.catch(() => undefined).then(work)
    this.#writing = turn
    await turn
  }
}
