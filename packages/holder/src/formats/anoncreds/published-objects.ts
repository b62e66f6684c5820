import { sha256 } from '@noble/hashes/sha2.js'
import * as z from 'zod/mini'
import { download } from '../../core/download.ts'
import { toBase58 } from '../../core/encoding/base58.ts'
import { fromUtf8, toUtf8 } from '../../core/encoding/text.ts'
import { HolderError, hasCode } from '../../core/holder-error.ts'
import type { Platform } from '../../core/platform.ts'
import { publisherOf } from '../../core/publisher.ts'
import type { DataRegistry, PublishedObject } from './data-registry.ts'

const id = z.string().check(z.maxLength(1_000))
const name = z.string().check(z.maxLength(256))

const schemaSchema = z.looseObject({
  name,
  version: name,
  attrNames: z.array(name).check(z.maxLength(200)),
  issuerId: id,
})
const definitionSchema = z.looseObject({
  issuerId: id,
  schemaId: id,
  type: z.literal('CL'),
  value: z.looseObject({ revocation: z.optional(z.looseObject({})) }),
})
const registrySchema = z.looseObject({
  issuerId: id,
  credDefId: id,
  value: z.looseObject({
    maxCredNum: z.int().check(z.positive(), z.maximum(100_000)),
    tailsHash: name,
    tailsLocation: id,
  }),
})
const statusListSchema = z.looseObject({
  revRegDefId: id,
  timestamp: z.int(),
  revocationList: z.array(z.union([z.literal(0), z.literal(1)])).check(z.maxLength(100_001)),
})

type CredentialSchema = z.infer<typeof schemaSchema>
export type CredentialDefinition = z.infer<typeof definitionSchema>
export type Registry = z.infer<typeof registrySchema>
export type StatusList = z.infer<typeof statusListSchema>

/** Bytes of a tails file with two points for each of the most credentials. */
const longestTails = 32 * 1024 * 1024

interface Dependencies extends Platform {
  registry: DataRegistry
  /** Objects that were fetched and checked: immutable ones, and of a registry its lists as they were last read. */
  cache: {
    get(id: string): Promise<Uint8Array | undefined>
    put(id: string, content: Uint8Array): Promise<void>
  }
}

/**
 * Issuers' schemas, definitions, registries, status lists and tails: checked before use, and cached when immutable. All
 * methods reject with `unreachable`, with `wrong-clock`, or with `untrusted` when an object is missing, forged or of
 * another kind.
 */
export class PublishedObjects {
  readonly #dependencies: Dependencies
  /** Fetched now, so that nothing is fetched twice at once. */
  readonly #coming = new Map<string, Promise<unknown>>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  async schema(schemaId: string): Promise<CredentialSchema> {
    return ownedBy(schemaId, await this.#immutable(schemaId, schemaSchema))
  }

  async definition(definitionId: string): Promise<CredentialDefinition> {
    return ownedBy(definitionId, await this.#immutable(definitionId, definitionSchema))
  }

  /** @param definitionId the definition that it must be of */
  async registry(registryId: string, definitionId: string): Promise<Registry> {
    const registry = ownedBy(registryId, await this.#immutable(registryId, registrySchema))
    if (registry.credDefId !== definitionId || publisherOf(registryId) !== publisherOf(definitionId))
      throw new HolderError('untrusted', 'A registry is of another definition')
    return registry
  }

  /**
   * The list in force at a moment; while its publisher is out of reach, at the moment when its registry was last read.
   * @param moment seconds since 1970
   * @param isNow whether this device's clock says it
   * @param earliest the first moment that will do as well
   */
  async statusList(
    registryId: string,
    moment: number,
    { isNow = false, earliest = moment }: { isNow?: boolean; earliest?: number } = {},
  ): Promise<StatusList> {
    const { links, readAt } = await this.#listsOf(registryId, earliest)
    const known = Math.min(moment, readAt)
    const lists = links.filter(({ timestamp = Number.POSITIVE_INFINITY }) => timestamp <= known)
    const inForce = lists.sort((one, other) => (one.timestamp ?? 0) - (other.timestamp ?? 0)).at(-1)
    if (!inForce && isNow && links.length > 0)
      throw new HolderError('wrong-clock', 'All status lists of a registry are from the future')
    if (!inForce) throw new HolderError('untrusted', 'A registry has no status list for the moment asked for')
    const list = await this.#immutable(inForce.id, statusListSchema)
    if (list.revRegDefId !== registryId || list.timestamp !== inForce.timestamp)
      throw new HolderError('untrusted', 'A status list is of another registry')
    return list
  }

  /** A registry's lists, read now or kept. Those that were kept say nothing of the time after they were read. */
  async #listsOf(registryId: string, earliest: number): Promise<KnownLists> {
    const { cache, clock } = this.#dependencies
    const key = `lists ${registryId}`
    try {
      const { links = [] } = await this.#read(registryId)
      const readAt = Math.floor(clock.now() / 1000)
      await cache.put(key, toUtf8(JSON.stringify({ links, readAt })))
      return { links, readAt: Number.POSITIVE_INFINITY }
    } catch (error) {
      const kept = hasCode(error, 'unreachable') ? await cache.get(key) : undefined
      const lists = kept && (JSON.parse(fromUtf8(kept)) as KnownLists)
      if (!lists || lists.readAt < earliest) throw error
      return lists
    }
  }

  async tails({ value: { tailsHash, tailsLocation } }: Registry): Promise<Uint8Array> {
    const { cache, fetch } = this.#dependencies
    return this.#once(`tails ${tailsHash}`, async () => {
      const kept = await cache.get(tailsHash)
      if (kept) return kept
      const tails = await download({ fetch, url: tailsLocation, longest: longestTails })
      if (toBase58(sha256(tails)) !== tailsHash)
        throw new HolderError('untrusted', 'The digest of a tails file is wrong')
      await cache.put(tailsHash, tails)
      return tails
    })
  }

  async #immutable<Content>(resourceId: string, schema: z.ZodMiniType<Content>): Promise<Content> {
    const { cache } = this.#dependencies
    const kept = await cache.get(resourceId)
    const content = kept ? JSON.parse(fromUtf8(kept)) : (await this.#read(resourceId)).content
    const { success, data } = schema.safeParse(content)
    if (!success) throw new HolderError('untrusted', 'A published object is of another kind')
    if (!kept) await cache.put(resourceId, toUtf8(JSON.stringify(content)))
    return data
  }

  async #read(id: string): Promise<PublishedObject> {
    return this.#once(id, () => this.#dependencies.registry.read(id))
  }

  async #once<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const coming = this.#coming.get(key) ?? work().finally(() => this.#coming.delete(key))
    this.#coming.set(key, coming)
    return coming as Promise<Result>
  }
}

interface KnownLists extends Required<Pick<PublishedObject, 'links'>> {
  /** Seconds since 1970. */
  readAt: number
}

function ownedBy<Content extends { issuerId: string }>(objectId: string, content: Content): Content {
  if (content.issuerId !== publisherOf(objectId)) throw new HolderError('untrusted', 'An object names another issuer')
  return content
}
