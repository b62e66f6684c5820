import { sha256 } from '@noble/hashes/sha2.js'
import { base64url } from 'jose'
import type { Placed, Step } from './claim-paths.ts'

/** A value that is shown or kept as a whole. */
export interface Leaf extends Placed {
  value: unknown
}

export interface OpenedSdJwt {
  claims: Record<string, unknown>
  leaves: Leaf[]
  /** Whether it is as RFC 9901, section 7.1, demands. Whatever is wrong is left out of claims and leaves. */
  isSound: boolean
}

/** Claims of an SD-JWT VC that are never disclosed by themselves (draft-ietf-oauth-sd-jwt-vc, section 2.2.2.2). */
const neverSelective = ['iss', 'nbf', 'exp', 'cnf', 'vct', 'vct#integrity', 'status', '_sd_alg']
/** Of objects and arrays within each other: deeper ones cost more than they can say. */
const deepest = 50

/** Finds the disclosures of a payload by their digests (RFC 9901, section 7.1), unverified. */
export function openedPayload(payload: object, disclosures: readonly string[]): OpenedSdJwt {
  const opener = new Opener(disclosures)
  const claims = opener.object({ ...payload, _sd_alg: undefined }, [], [])
  return { claims, leaves: opener.leaves, isSound: opener.isSound }
}

class Opener {
  readonly leaves: Leaf[] = []
  #isSound = true
  /** Disclosures by their digest, until they are met. */
  readonly #unmet: Map<string, { place: number; text: string }>
  readonly #met = new Set<string>()

  constructor(disclosures: readonly string[]) {
    this.#unmet = new Map(disclosures.map((text, place) => [digestOf(text), { place, text }]))
    if (this.#unmet.size < disclosures.length) this.#wrong()
  }

  get isSound(): boolean {
    return this.#isSound && this.#unmet.size === 0
  }

  object({ _sd: digests = [], ...plain }: Record<string, unknown>, path: Step[], behind: number[]) {
    const members = new Map<string, unknown>()
    const before = this.leaves.length
    for (const [name, value] of Object.entries(plain)) {
      if (value === undefined) continue
      if (name === '...') this.#wrong()
      members.set(name, this.#value(value, [...path, name], behind))
    }
    for (const digest of Array.isArray(digests) ? digests : [undefined]) {
      const { place, content } = this.#disclosure(digest, 3) ?? {}
      if (!content || place === undefined) continue
      const [, name, value] = content
      const isTaken = members.has(String(name)) || (path.length === 0 && neverSelective.includes(String(name)))
      if (typeof name !== 'string' || name === '_sd' || name === '...' || isTaken) this.#wrong()
      else members.set(name, this.#value(value, [...path, name], [...behind, place]))
    }
    if (this.leaves.length === before) this.leaves.push({ path, value: {}, behind })
    return Object.fromEntries(members)
  }

  #value(value: unknown, path: Step[], behind: number[]): unknown {
    if (path.length > deepest) return this.#wrong()
    if (Array.isArray(value)) return this.#array(value, path, behind)
    if (isObject(value)) return this.object(value, path, behind)
    this.leaves.push({ path, value, behind })
    return value
  }

  /** One leaf, unless it has parts that are disclosed by themselves. */
  #array(all: unknown[], path: Step[], behind: number[]): unknown[] {
    const before = this.leaves.length
    const shown: unknown[] = []
    for (const each of all) {
      const at = [...path, shown.length]
      if (!isPlaceholder(each)) shown.push(this.#value(each, at, behind))
      else {
        const { place, content } = this.#disclosure(each['...'], 2) ?? {}
        if (content && place !== undefined) shown.push(this.#value(content[1], at, [...behind, place]))
      }
    }
    if (this.leaves.slice(before).every((leaf) => leaf.behind === behind))
      this.leaves.splice(before, this.leaves.length, { path, value: shown, behind })
    return shown
  }

  /** Of a digest that is met for the first time; undefined for a decoy. */
  #disclosure(digest: unknown, length: 2 | 3): { place: number; content: unknown[] } | undefined {
    if (typeof digest !== 'string' || this.#met.has(digest)) return this.#wrong()
    this.#met.add(digest)
    const found = this.#unmet.get(digest)
    if (!found) return undefined
    this.#unmet.delete(digest)
    const content = parsedDisclosure(found.text)
    return content?.length === length && typeof content[0] === 'string'
      ? { place: found.place, content }
      : this.#wrong()
  }

  #wrong(): undefined {
    this.#isSound = false
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isPlaceholder = (value: unknown): value is { '...': unknown } =>
  isObject(value) && '...' in value && Object.keys(value).length === 1

/** Of the text as it came: a library that reads and writes it again may change it. */
const digestOf = (text: string): string => base64url.encode(sha256(new TextEncoder().encode(text)))

function parsedDisclosure(text: string): unknown[] | undefined {
  try {
    const content: unknown = JSON.parse(new TextDecoder().decode(base64url.decode(text)))
    return Array.isArray(content) ? content : undefined
  } catch {
    return undefined
  }
}
