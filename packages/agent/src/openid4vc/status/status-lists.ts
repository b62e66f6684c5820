import { largestBatch } from '@lastmile/formats/limits'
import { StatusBits, statusListType } from '@lastmile/formats/status-list'
import { LRUCache } from 'lru-cache'
import { macOf } from '../../core/encryption/encryption.ts'
import type { Read, Records } from '../../core/records.ts'
import { AgentError } from '../../port/errors.ts'
import type { StatusEntry } from '../../port/exchanges.ts'
import { type DistantReads, OutOfReach } from '../../port/reads.ts'
import { endpointPaths, mostBatches } from '../api/endpoints.ts'
import { certifiedJwt, type Signer } from '../keys/signer.ts'
import type { Batch } from '../store/batch.ts'
import type { StatusList } from '../store/status-list.ts'
import { placePermutation } from './place-permutation.ts'

/** 2^17 places, 16 kilobytes. */
const placeBits = 17
const blockSize = mostBatches * largestBatch
const blocksOfList = Math.floor(2 ** placeBits / blockSize)
const mostBytes = 2 ** placeBits / 8
/** Seconds for which a verifier may use what it read, and after which a token must be read again. */
const timeToLive = 30
const tokenLifetime = 24 * 60 * 60
/** How often a change is tried again that others were quicker to make. */
const mostConflicts = 50

/** The places of one issuance: one for each credential of its batches. */
type StatusBlock = NonNullable<Batch['status']>

interface Dependencies {
  publicUrl: string
  lists: Records<StatusList>
  /** Of the places: changed, each card would have the place of another. */
  key(): Uint8Array
  signer(): Signer
  now(): number
}

export type StatusLists = ReturnType<typeof createStatusLists>

/** Token status lists (draft-ietf-oauth-status-list). */
export function createStatusLists({ publicUrl, lists, key, signer, now }: Dependencies) {
  /** Decoded, by their texts: many answers are about few lists. */
  const decoded = new LRUCache<string, Promise<StatusBits>>({
    max: 20,
    memoMethod: (lst) => StatusBits.decode(lst, mostBytes),
  })
  const permutations = new Map<string, ReturnType<typeof placePermutation>>()

  /** Places that no issuance had before. */
  async function take(): Promise<StatusBlock> {
    for (let tries = 0; tries < mostConflicts; tries++) {
      const found = await withRoom()
      const { id, blocksTaken } = found.value
      const next = { ...found.value, blocksTaken: blocksTaken + 1, hasRoom: blocksTaken + 1 < blocksOfList }
      if (await lists.change(found, next)) return { list: id, block: blocksTaken }
    }
    throw new AgentError('busy', 'Too many credentials are offered at once.')
  }

  /** The place of a credential of the issuance. @param number of the credential in its issuance */
  function entryOf({ list, block }: StatusBlock, number = 0): StatusEntry {
    return { list: addressOf(list), index: permutationOf(list).placeOf(block * blockSize + number) }
  }

  /** Revokes all credentials of the issuance that the place belongs to. Idempotent. */
  async function revoke({ list, index }: StatusEntry, publish: boolean): Promise<void> {
    for (let tries = 0; tries < mostConflicts; tries++) {
      const found = await listAt(list)
      const block = Math.floor(permutationOf(found.value.id).numberAt(index) / blockSize)
      const pending = [...new Set([...found.value.pending, block])]
      const next = publish ? await published({ ...found.value, pending }) : { ...found.value, pending }
      if (await lists.change(found, next)) return
    }
    throw new AgentError('busy', 'Too many credentials are revoked at once.')
  }

  /** Whether the issuance was revoked, published or not. */
  async function wasRevoked(block: StatusBlock): Promise<boolean> {
    const found = await lists.read(block.list)
    return !found || found.value.pending.includes(block.block) || (await has(found.value.lst, entryOf(block).index))
  }

  /** @param reads of a verifier that is not the issuer: rejects with `OutOfReach` where its list is too old */
  async function isRevoked({ list, index }: StatusEntry, reads?: DistantReads): Promise<boolean> {
    const read = async () => (await listAt(list)).value.lst
    if (!reads) return has(await read(), index)
    const copy = await reads.latest(list, read)
    if (reads.isTooOld(copy)) throw new OutOfReach('The list that was kept is too old')
    return has(copy.text ?? '', index)
  }

  async function has(lst: string, index: number): Promise<boolean> {
    return (await decoded.memo(lst)).has(index)
  }

  /** The signed list; undefined when there is none of this id. */
  async function token(id: string): Promise<string | undefined> {
    const found = await lists.read(id)
    if (!found) return undefined
    const seconds = Math.floor(now() / 1_000)
    const current = signer()
    const claims = {
      sub: addressOf(id),
      iat: seconds,
      exp: seconds + tokenLifetime,
      ttl: timeToLive,
      status_list: { bits: 1, lst: found.value.lst },
    }
    // Some verifiers look for the key itself.
    return certifiedJwt(current, statusListType, claims, { jwk: current.publicJwk })
  }

  async function published(list: StatusList): Promise<StatusList> {
    const bits = await StatusBits.decode(list.lst, mostBytes)
    for (const block of list.pending)
      for (let number = 0; number < blockSize; number++)
        bits.add(permutationOf(list.id).placeOf(block * blockSize + number))
    return { ...list, lst: await bits.encode(), pending: [] }
  }

  async function withRoom(): Promise<Read<StatusList>> {
    const [open] = await lists.findBy('hasRoom', true)
    if (open) return open
    const lst = await StatusBits.empty(2 ** placeBits).encode()
    const full = await lists.findBy('hasRoom', false)
    const id = String(full.length + 1)
    // Another process may be quicker.
    await lists.insert({ id, blocksTaken: 0, hasRoom: true, lst, pending: [] })
    const made = await lists.read(id)
    if (!made) throw new Error('A status list could not be stored')
    return made
  }

  function permutationOf(id: string) {
    const places = permutations.get(id) ?? placePermutation(macOf(key(), 'status list', id), placeBits)
    permutations.set(id, places)
    return places
  }

  /** @throws AgentError `not-found` */
  async function listAt(address: string): Promise<Read<StatusList>> {
    const prefix = addressOf('')
    const id = address.startsWith(prefix) ? address.slice(prefix.length) : undefined
    const found = id === undefined ? undefined : await lists.read(id)
    if (!found) throw new AgentError('not-found', 'There is no such status list.')
    return found
  }

  function addressOf(id: string): string {
    return `${publicUrl}${endpointPaths.statusLists}/${id}`
  }

  return { take, entryOf, revoke, wasRevoked, isRevoked, token }
}
