import type { BaseRecord } from '@credo-ts/core'
import { LRUCache } from 'lru-cache'
import type { RecordFilter } from '../storage.ts'
import { filterOf, type Tags, tokensOf } from '../store/record-filter.ts'

/** What belongs to one DID or connection alone; what else records have, others may have as well. */
const identities = ['recipientKeyFingerprints', 'did', 'alternativeDids', 'outOfBandId']

/**
 * Records in memory that stay as they are, found by the same questions as in the store, as long as these name one by what it alone
 * has. As many, and for as long, as it is told.
 */
export class SettledRecords<Kept extends BaseRecord> {
  readonly #known: LRUCache<string, Known<Kept>>
  /** Of those that are known: the names of the records with a token. */
  readonly #holders = new Map<string, Set<string>>()

  constructor(bounds: { max: number; ttl: number; ttlAutopurge: boolean }) {
    this.#known = new LRUCache({ ...bounds, dispose: (known, name) => this.#unlist(known, name) })
  }

  add(record: Kept): void {
    const { type, id } = record
    const tags = record.getTags() as Tags
    const own = Object.fromEntries(Object.entries(tags).filter(([name]) => identities.includes(name)))
    const known = { record, tokens: new Set(tokensOf(tags, textOf(type))), leads: tokensOf(own, textOf(type)) }
    const name = nameOf(type, id)
    this.#known.set(name, known)
    for (const token of known.leads) this.#holders.set(token, (this.#holders.get(token) ?? new Set()).add(name))
  }

  get(type: string, id: string): Kept | undefined {
    return this.#known.get(nameOf(type, id))?.record
  }

  /** The one record that is meant; `undefined` when that is for the store to say. */
  find(type: string, query: object): Kept | undefined {
    const filter = filterOf(query as Tags, textOf(type))
    const names = [...this.#named(filter)]
    const found = names.flatMap((name) => this.#known.get(name) ?? []).filter(({ tokens }) => fits(filter, tokens))
    return found.length === 1 ? found[0]?.record : undefined
  }

  forget(type: string, id: string): void {
    this.#known.delete(nameOf(type, id))
  }

  /** Those that have something of their own that the filter asks for; it may ask for more. */
  #named(filter: RecordFilter<string>): Set<string> {
    if ('token' in filter) return this.#holders.get(filter.token) ?? new Set()
    if ('every' in filter)
      return filter.every.map((each) => this.#named(each)).find(({ size }) => size > 0) ?? new Set()
    if ('some' in filter) return new Set(filter.some.flatMap((each) => [...this.#named(each)]))
    return new Set()
  }

  #unlist({ leads }: Known<Kept>, name: string): void {
    for (const token of leads) {
      const names = this.#holders.get(token)
      names?.delete(name)
      if (names?.size === 0) this.#holders.delete(token)
    }
  }
}

interface Known<Kept> {
  record: Kept
  tokens: Set<string>
  /** The tokens that no other record has. */
  leads: string[]
}

const nameOf = (type: string, id: string) => `${type} ${id}`

/** Nobody else sees these: what they stand for need not be hidden. */
const textOf = (type: string) => (name: string, value: string) => `${type} ${name} ${value}`

function fits(filter: RecordFilter<string>, tokens: ReadonlySet<string>): boolean {
  if ('every' in filter) return filter.every.every((each) => fits(each, tokens))
  if ('some' in filter) return filter.some.some((each) => fits(each, tokens))
  if ('not' in filter) return !fits(filter.not, tokens)
  return tokens.has(filter.token)
}
