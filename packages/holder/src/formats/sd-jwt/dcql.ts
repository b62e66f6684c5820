import { compares } from '@lastmile/contracts/condition'
import type { ClaimPath, Step } from '@lastmile/formats/claim-paths'
import { sdJwtVcFormat } from '@lastmile/formats/sd-jwt'
import * as z from 'zod/mini'
import { conditionSchema } from '../../core/history.ts'
import type { Condition } from '../../core/snapshot.ts'
import { claimName } from './card.ts'

const name = z.string().check(z.minLength(1), z.maxLength(256))
const few = <Item extends z.core.SomeType>(item: Item) => z.array(item).check(z.minLength(1), z.maxLength(100))

/** Keys of objects, places in arrays, or null for all of an array. */
const path = few(z.union([name, z.int().check(z.nonnegative()), z.null()]))

const claimSchema = z.object({
  id: z.optional(name),
  path,
  values: z.optional(few(z.union([z.string().check(z.maxLength(1_000)), z.number(), z.boolean()]))),
  /** Conditions that the verifier compares the value with (record 105). */
  lastmile_conditions: z.catch(z.optional(z.array(conditionSchema).check(z.maxLength(10))), undefined),
})

/** By `type`: `aki` names the key identifier of an authority (6.1.1.1). */
const authoritySchema = z.object({ type: name, values: few(z.string().check(z.maxLength(1_000))) })

const credentialSchema = z.object({
  id: name,
  /** Others' formats are asked for as well where a verifier takes one of several. */
  format: name,
  meta: z.object({ vct_values: z.optional(few(z.string().check(z.maxLength(1_000)))) }),
  claims: z.optional(few(claimSchema)),
  claim_sets: z.optional(few(few(name))),
  trusted_authorities: z.optional(few(authoritySchema)),
})

const credentialSetSchema = z.object({ options: few(few(name)), required: z._default(z.boolean(), true) })

const querySchema = z.object({
  credentials: few(credentialSchema),
  credential_sets: z.optional(few(credentialSetSchema)),
})
export type Dcql = z.infer<typeof querySchema>
export type CredentialQuery = Dcql['credentials'][number]
type Claim = z.infer<typeof claimSchema>

/** Names of claims and credentials in a query: each is looked for in every credential of its type. */
const mostNamed = 1_000

/**
 * A query for credentials (DCQL; OpenID4VP 1.0, section 6). `multiple` and `require_cryptographic_holder_binding` are
 * left out: one credential, bound to its key, answers whatever they say.
 */
export const dcqlSchema = querySchema.check(
  z.refine((query) => {
    const ids = new Set(query.credentials.map(({ id }) => id))
    const isWhole = ids.size === query.credentials.length && idsInSets(query).every((id) => ids.has(id))
    return isWhole && namedIn(query) <= mostNamed
  }),
)

const idsInSets = ({ credential_sets: sets = [] }: Dcql) => sets.flatMap(({ options }) => options.flat())

function namedIn(query: Dcql): number {
  const named = query.credentials.flatMap(({ claims = [], claim_sets = [] }) => [
    ...claims.flatMap(({ path, values = [] }) => [...path, ...values]),
    ...claim_sets.flat(),
  ])
  return named.length + idsInSets(query).length
}

/**
 * The credentials to answer with: of each required set the first option that is possible, or else the verifier's first.
 * Where none is required, one is answered all the same.
 */
export function queriesToAnswer(
  { credentials, credential_sets: sets }: Dcql,
  isPossible: (query: CredentialQuery) => boolean,
): CredentialQuery[] {
  if (!sets) return credentials
  const required = sets.filter((set) => set.required).map(({ options }) => options)
  const known = new Map(credentials.map((query) => [query.id, { query, isPossible: isPossible(query) }]))
  const ids = (required.length > 0 ? required : [sets.flatMap(({ options }) => options)]).flatMap(
    (options) => options.find((option) => option.every((id) => known.get(id)?.isPossible)) ?? options[0] ?? [],
  )
  return [...new Set(ids)].flatMap((id) => known.get(id)?.query ?? [])
}

/** Alternatives in the verifier's order of preference: claims of one credential. */
const claimSetsOf = ({ claims = [], claim_sets: sets }: CredentialQuery): Claim[][] =>
  sets?.map((ids) => ids.flatMap((id) => claims.find((claim) => claim.id === id) ?? [])) ?? [claims]

/** Paths of the first set of claims, for people to read. */
export const firstNames = (query: CredentialQuery): string[] =>
  (claimSetsOf(query)[0] ?? []).map(({ path }) => claimKey(path))

/** Paths to show, undefined where a credential has none of the sets of claims, and conditions that it does not meet. */
export const answerFrom = (query: CredentialQuery, claims: object) => ({
  paths: pathsToShow(query, claims),
  unmet: unmetConditions(query, claims),
})

function pathsToShow(query: CredentialQuery, claims: object): ClaimPath[] | undefined {
  for (const set of claimSetsOf(query)) {
    const paths = set.map((claim) => placesOf(claim, claims))
    if (paths.every((each) => each.length > 0)) return paths.flat()
  }
  return undefined
}

export const isKnownFormat = ({ format }: CredentialQuery): boolean => format === sdJwtVcFormat

/** Places whose values a claim may be answered with, types included (OpenID4VP 1.0, 6.3 and 7.1). */
function placesOf({ path, values }: Claim, claims: object): ClaimPath[] {
  const found = foundAt(path, claims)
  if (!values) return found.length > 0 ? [path] : []
  const fitting = found.filter(({ value }) => (values as unknown[]).includes(value))
  return fitting.slice(0, mostNamed).map((each) => each.path)
}

/** Conditions that the verifier will find that a value does not meet; none is named for one that is not true. */
const unmetConditions = ({ claims: asked = [] }: CredentialQuery, claims: object) =>
  asked.flatMap(({ path, lastmile_conditions: conditions }) => {
    const values = conditions ? foundAt(path, claims).map(({ value }) => value) : []
    const isMet = ({ operator, bound }: Condition) => values.every((each) => compares(numberOf(each), operator, bound))
    const unmet = conditions?.filter((each) => !isMet(each)) ?? []
    return unmet.map((each) => ({ attribute: claimKey(path), condition: values.includes(false) ? undefined : each }))
  })

/** Days count as YYYYMMDD, and what is true as 1. All other values are NaN, which meets nothing. */
function numberOf(value: unknown): number {
  if (typeof value !== 'string') return value === true ? 1 : Number.NaN
  const digits = value.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$1$2$3')
  return /^-?\d{1,10}$/.test(digits) ? Number(digits) : Number.NaN
}

function foundAt(path: Claim['path'], claims: object): { path: Step[]; value: unknown }[] {
  let found: { path: Step[]; value: unknown }[] = [{ path: [], value: claims }]
  for (const step of path) {
    const next = found.map((each) =>
      partsOf(each.value, step)?.map(([at, value]) => ({ path: [...each.path, at], value })),
    )
    if (next.some((parts) => parts === undefined)) return []
    found = next.flatMap((parts) => parts ?? [])
  }
  return found
}

/** Undefined where the step leads into something of another kind. */
function partsOf(value: unknown, step: Step | null): [Step, unknown][] | undefined {
  if (typeof step === 'string') {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    return Object.hasOwn(value, step) ? [[step, (value as Record<string, unknown>)[step]]] : []
  }
  if (!Array.isArray(value)) return undefined
  if (step === null) return value.map((each, index) => [index, each])
  return step < value.length ? [[step, value[step]]] : []
}

/** A claim's name among attributes; of an array as a whole where it is of its parts. */
export const claimKey = (path: readonly unknown[]): string =>
  claimName(path.filter((step) => typeof step === 'string' || typeof step === 'number'))
