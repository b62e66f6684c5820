import { type Feature, type FeatureKind, featuresOf, keyOf, type Received } from './features.ts'

/** An answer in a verifier's database, with everything that came. */
export interface PresentationRecord {
  presentation: Received
  /** Milliseconds since 1970. */
  receivedAt: number
}

/** A credential in the issuer's database: all that was handed out, of a batch every copy. */
export type IssuedCredential = readonly Received[]

/** A thing that two presentations have in common. */
export interface Match {
  kind: FeatureKind | 'issuer'
  name: string
  /** How much it says that both are of one holder: 0 for what all presentations have in common. */
  weight: number
}

/** Numbers are compared by their distance, too, if so few others are as near. */
const nearest = 0.01
const measured = new Set<FeatureKind>(['status', 'time'])

/**
 * Finds presentations of one holder in the databases of verifiers who pool them. It knows neither a format nor what is
 * meant to hide: two presentations match by whatever they have in common, and the rarer that is in the databases, the
 * more it says. Its weights are natural logarithms of how many times likelier one holder is than two.
 */
export class Linker {
  /** How many presentations, by their form: no credential of one family is rare among those of the other. */
  readonly #sizes = new Map<string, number>()
  readonly #featuresOf = new Map<PresentationRecord, Feature[]>()
  /** How many presentations have it, by name and value. */
  readonly #counts = new Map<string, number>()
  /** By name. */
  readonly #numbers = new Map<string, number[]>()
  readonly #issued: number
  /** The credentials that have it, by name and value. */
  readonly #issuedWith = new Map<string, Set<number>>()

  /**
   * @param records of all verifiers who pool
   * @param issued where the issuer joins in
   */
  constructor(records: readonly PresentationRecord[], issued: readonly IssuedCredential[] = []) {
    this.#issued = issued.length
    for (const record of records) {
      this.#sizes.set(typeof record.presentation, (this.#sizes.get(typeof record.presentation) ?? 0) + 1)
      const received: Feature = { kind: 'time', name: 'receivedAt', value: String(record.receivedAt) }
      const features = [...featuresOf(record.presentation), received]
      this.#featuresOf.set(record, features)
      for (const key of features.map(keyOf)) this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
      for (const { name, value } of features.filter(({ kind }) => measured.has(kind))) {
        const numbers = this.#numbers.get(name) ?? []
        numbers.push(Number(value))
        this.#numbers.set(name, numbers)
      }
    }
    for (const [credential, parts] of issued.entries())
      for (const key of new Set(parts.flatMap(featuresOf).map(keyOf)))
        this.#issuedWith.set(key, (this.#issuedWith.get(key) ?? new Set()).add(credential))
  }

  /** Both from the records that it was made with. @returns matches, the weightiest first */
  compare(one: PresentationRecord, other: PresentationRecord): Match[] {
    const [mine, others] = [this.#read(one), this.#read(other)]
    const theirs = new Set(others.map(keyOf))
    const population = this.#sizes.get(typeof one.presentation) ?? 1
    const equal = mine
      .filter((feature) => theirs.has(keyOf(feature)))
      .map((feature) => {
        const alike = this.#counts.get(keyOf(feature)) ?? 1
        return { kind: feature.kind, name: feature.name, weight: Math.log(population / alike) }
      })
    const near = mine.flatMap((feature) =>
      others.filter(({ name }) => name === feature.name).flatMap((found) => this.#near(feature, found)),
    )
    return [...equal, ...near, ...this.#byIssuer(mine, others)]
      .filter(({ weight }) => weight > 0)
      .sort((before, after) => after.weight - before.weight)
  }

  #read(record: PresentationRecord): Feature[] {
    const features = this.#featuresOf.get(record)
    if (!features) throw new Error('The record is not in the databases.')
    return features
  }

  #near({ kind, name, value }: Feature, found: Feature): Match[] {
    const [from, to] = [Number(value), Number(found.value)]
    const numbers = this.#numbers.get(name)
    if (!numbers || from === to) return []
    const distance = Math.abs(to - from)
    const share = numbers.filter((each) => Math.abs(each - from) <= distance).length / numbers.length
    return share <= nearest ? [{ kind, name, weight: -Math.log(share) }] : []
  }

  /** The credentials that the issuer takes each for. */
  #byIssuer(mine: Feature[], others: Feature[]): Match[] {
    const [one, other] = [this.#candidates(mine), this.#candidates(others)]
    if (!one || !other) return []
    const both = [...one].filter((credential) => other.has(credential)).length
    const weight = Math.log((both * this.#issued) / (one.size * other.size))
    return [{ kind: 'issuer', name: 'credential', weight }]
  }

  #candidates(features: Feature[]): Set<number> | undefined {
    const sets = features.flatMap((feature) => this.#issuedWith.get(keyOf(feature)) ?? [])
    const [smallest, ...rest] = sets.sort((one, other) => one.size - other.size)
    return smallest && new Set([...smallest].filter((credential) => rest.every((set) => set.has(credential))))
  }
}

/** How likely the matches make one holder, for comparing pairs. */
export const scoreOf = (matches: readonly Match[]): number => matches.reduce((sum, { weight }) => sum + weight, 0)
