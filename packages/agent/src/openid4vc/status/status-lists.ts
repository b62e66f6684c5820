import { StatusBits, statusListType } from '@lastmile/formats/status-list'
import { type DistantReads, OutOfReach } from '../../core/distant-reads.ts'
import type { Encryption } from '../../core/encryption/encryption.ts'
import type { Read, Records } from '../../core/records.ts'
import type { StatusEntry } from '../../port/agent.ts'
import { AgentError } from '../../port/errors.ts'
import { batchSize, endpointPaths, mostBatches } from '../api/endpoints.ts'
import { certifiedJwt, type Signer } from '../keys/signer.ts'
import type { StatusList } from '../store/status-list.ts'
import { Scattered } from './scattered.ts'

/** 2^17 places, 16 kilobytes. */
const placeBits = 17
const blockSize = mostBatches * batchSize
const blocksOfList = Math.floor(2 ** placeBits / blockSize)
const mostBytes = 2 ** placeBits / 8
/** Seconds for which a verifier may use what it read, and after which a token must be read again. */
const timeToLive = 30
const tokenLifetime = 24 * 60 * 60
/** How often a change is tried again that others were quicker to make. */
const mostConflicts = 50

/** The places of one issuance: one for each credential of its batches. */
export interface StatusBlock {
  list: string
  block: number
}

interface Dependencies {
  publicUrl: string
  lists: Records<StatusList>
  encryption: Encryption
  signer(): Signer
  now(): number
}

/** Token status lists (draft-ietf-oauth-status-list). */
export class StatusLists {
  readonly #dependencies: Dependencies
  readonly #scattered = new Map<string, Scattered>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Places that no issuance had before. */
  async take(): Promise<StatusBlock> {
    for (let tries = 0; tries < mostConflicts; tries++) {
      const found = await this.#withRoom()
      const { id, blocksTaken } = found.value
      const next = { ...found.value, blocksTaken: blocksTaken + 1, hasRoom: blocksTaken + 1 < blocksOfList }
      if (await this.#dependencies.lists.change(found, next)) return { list: id, block: blocksTaken }
    }
    throw new AgentError('busy', 'Too many credentials are offered at once.')
  }

  /** The place of a credential of the issuance. @param number of the credential in its issuance */
  entryOf({ list, block }: StatusBlock, number = 0): StatusEntry {
    return { list: this.#address(list), index: this.#scatteredOf(list).placeOf(block * blockSize + number) }
  }

  /** Revokes all credentials of the issuance that the place belongs to. Idempotent. */
  async revoke({ list, index }: StatusEntry, publish: boolean): Promise<void> {
    const id = list.slice(this.#address('').length)
    for (let tries = 0; tries < mostConflicts; tries++) {
      const found = await this.#dependencies.lists.read(id)
      if (!found) throw new AgentError('not-found', 'There is no such status list.')
      const block = Math.floor(this.#scatteredOf(id).numberAt(index) / blockSize)
      const pending = [...new Set([...found.value.pending, block])]
      const next = publish ? await this.#published({ ...found.value, pending }) : { ...found.value, pending }
      if (await this.#dependencies.lists.change(found, next)) return
    }
    throw new AgentError('busy', 'Too many credentials are revoked at once.')
  }

  /** Whether the issuance was revoked, published or not. */
  async wasRevoked(block: StatusBlock): Promise<boolean> {
    const found = await this.#dependencies.lists.read(block.list)
    return !found || found.value.pending.includes(block.block) || (await has(found.value, this.entryOf(block).index))
  }

  async isRevoked({ list, index }: StatusEntry): Promise<boolean> {
    return has(await this.#listAt(list), index)
  }

  /** The same for a verifier at a distance. Rejects with `OutOfReach` without a list that is young enough. */
  readFromAfar(reads: DistantReads): Pick<StatusLists, 'isRevoked'> {
    return {
      isRevoked: async ({ list, index }) => {
        const kept = await reads.latest(list, async () => (await this.#listAt(list)).lst)
        if (reads.isTooOld(kept)) throw new OutOfReach('The list that was kept is too old')
        return has({ lst: kept.text ?? '' }, index)
      },
    }
  }

  /** The signed list; undefined when there is none of this id. */
  async token(id: string): Promise<string | undefined> {
    const found = await this.#dependencies.lists.read(id)
    if (!found) return undefined
    const seconds = Math.floor(this.#dependencies.now() / 1_000)
    return certifiedJwt(this.#dependencies.signer(), statusListType, {
      sub: this.#address(id),
      iat: seconds,
      exp: seconds + tokenLifetime,
      ttl: timeToLive,
      status_list: { bits: 1, lst: found.value.lst },
    })
  }

  async #published(list: StatusList): Promise<StatusList> {
    const bits = await StatusBits.decode(list.lst, mostBytes)
    for (const block of list.pending)
      for (let number = 0; number < blockSize; number++)
        bits.add(this.#scatteredOf(list.id).placeOf(block * blockSize + number))
    return { ...list, lst: await bits.encode(), pending: [] }
  }

  async #withRoom(): Promise<Read<StatusList>> {
    const [open] = await this.#dependencies.lists.findBy('hasRoom', true)
    if (open) return open
    const lst = await StatusBits.empty(2 ** placeBits).encode()
    const full = await this.#dependencies.lists.findBy('hasRoom', false)
    const id = String(full.length + 1)
    // Another process may be quicker.
    await this.#dependencies.lists.insert({ id, blocksTaken: 0, hasRoom: true, lst, pending: [] })
    const made = await this.#dependencies.lists.read(id)
    if (!made) throw new Error('A status list could not be stored')
    return made
  }

  #scatteredOf(id: string): Scattered {
    const known = this.#scattered.get(id)
    if (known) return known
    const made = new Scattered(this.#dependencies.encryption.mac('status list', id), placeBits)
    this.#scattered.set(id, made)
    return made
  }

  /** @throws AgentError `not-found` */
  async #listAt(address: string): Promise<StatusList> {
    const prefix = this.#address('')
    const id = address.startsWith(prefix) ? address.slice(prefix.length) : undefined
    const found = id === undefined ? undefined : await this.#dependencies.lists.read(id)
    if (!found) throw new AgentError('not-found', 'There is no such status list.')
    return found.value
  }

  #address(id: string): string {
    return `${this.#dependencies.publicUrl}${endpointPaths.statusLists}/${id}`
  }
}

const has = async ({ lst }: Pick<StatusList, 'lst'>, index: number): Promise<boolean> =>
  (await StatusBits.decode(lst, mostBytes)).has(index)
