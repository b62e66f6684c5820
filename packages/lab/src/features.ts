import { type JwtParts, parseSdJwt } from './sd-jwt-parts.ts'

/** A presentation of AnonCreds as JSON, or one of SD-JWT VC as text; likewise a credential, as it was issued. */
export type Received = Record<string, unknown> | string

export type FeatureKind = keyof typeof namesOf | 'value' | 'proof'

/** One thing that stands in a presentation. */
export interface Feature {
  kind: FeatureKind
  /** The name of the member that holds it. */
  name: string
  value: string
}

/** Members of presentations, by what they give away. */
const namesOf = {
  /** The holder's key, that an SD-JWT is bound to. */
  key: ['x', 'y'],
  /** Signatures of an SD-JWT, and the digests and salts under the issuer's. */
  signature: ['signature', '_sd', 'salt', 'sd_hash', 'holder signature'],
  /** The credential's place in a status list. */
  status: ['idx'],
  time: ['iat', 'exp', 'nbf', 'timestamp', 'receivedAt', 'holder iat'],
  definition: ['schema_id', 'cred_def_id', 'vct', 'iss'],
  registry: ['rev_reg_id', 'uri'],
  /** The verifier's own words, that come back to it. */
  request: ['holder nonce', 'holder aud'],
} as const

const kinds = new Map(
  Object.entries(namesOf).flatMap(([kind, names]) => names.map((name) => [name as string, kind as FeatureKind])),
)

/** Members that hold shown values of AnonCreds (AnonCreds 1.0, presentation). */
const shownValues = new Set(['raw', 'encoded'])

/** Everything that stands in it, each leaf of the structure by itself, and once. Takes unreadable parts as they are. */
export function featuresOf(received: Received): Feature[] {
  const leaves = typeof received === 'string' ? leavesOfSdJwt(received) : leavesOf(received, '')
  const features = [...leaves].map(([name, value, isShown]) => ({ kind: kindOf(name, isShown), name, value }))
  return [...new Map(features.map((feature) => [keyOf(feature), feature])).values()]
}

/** Equal for what is equal. */
export const keyOf = ({ name, value }: Feature): string => `${name} ${value}`

const kindOf = (name: string, isShown: boolean | undefined): FeatureKind =>
  isShown || shownValues.has(name) ? 'value' : (kinds.get(name) ?? 'proof')

type Leaf = [name: string, value: string, isShown?: boolean]

function* leavesOf(value: unknown, name: string): Generator<Leaf> {
  if (Array.isArray(value)) {
    // Bytes of a commitment say something together alone.
    if (value.every((each) => typeof each === 'number')) yield [name, value.join()]
    else for (const each of value) yield* leavesOf(each, name)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) yield* leavesOf(each, key)
  } else if (value !== null && value !== undefined) yield [name, String(value)]
}

function* leavesOfSdJwt(text: string): Generator<Leaf> {
  const { issued, disclosures, binding } = parseSdJwt(text)
  yield* leavesOfJwt(issued, '')
  for (const disclosure of disclosures) {
    const [salt, ...shown] = [disclosure].flat()
    yield ['salt', String(salt)]
    for (const [name, value] of leavesOf(shown.at(-1), String(shown[0]))) yield [name, value, true]
  }
  if (binding) yield* leavesOfJwt(binding, 'holder ')
}

function* leavesOfJwt({ header, payload, signature }: JwtParts, prefix: string): Generator<Leaf> {
  for (const part of [header, payload]) for (const [name, value] of leavesOf(part, '')) yield [prefix + name, value]
  yield [`${prefix}signature`, signature]
}
