import { sdJwtVcFormat } from '@lastmile/formats/sd-jwt'
import * as z from 'zod/mini'

const name = z.string().check(z.minLength(1), z.maxLength(256))
const few = <Item extends z.core.SomeType>(item: Item) => z.array(item).check(z.minLength(1), z.maxLength(100))

/** Keys of objects, places in arrays, or null for all of an array. */
const path = few(z.union([name, z.int(), z.null()]))

const claimSchema = z.object({
  id: z.optional(name),
  path,
  values: z.optional(few(z.union([z.string().check(z.maxLength(1_000)), z.number(), z.boolean()]))),
})

const credentialSchema = z.object({
  id: name,
  /** Others' formats are asked for as well where a verifier takes one of several. */
  format: name,
  meta: z.object({ vct_values: z.optional(few(z.string().check(z.maxLength(1_000)))) }),
  claims: z.optional(few(claimSchema)),
  claim_sets: z.optional(few(few(name))),
})

const credentialSetSchema = z.object({ options: few(few(name)), required: z._default(z.boolean(), true) })

/** A query for credentials (DCQL; OpenID4VP 1.0, section 6). */
export const dcqlSchema = z
  .object({ credentials: few(credentialSchema), credential_sets: z.optional(few(credentialSetSchema)) })
  .check(
    z.refine(({ credentials }) => new Set(credentials.map(({ id }) => id)).size === credentials.length),
    z.refine(({ credentials, credential_sets: sets = [] }) => {
      const known = new Set(credentials.map(({ id }) => id))
      return sets.flatMap(({ options }) => options.flat()).every((id) => known.has(id))
    }),
  )

export type Dcql = z.infer<typeof dcqlSchema>
type CredentialQuery = Dcql['credentials'][number]
export type Claim = z.infer<typeof claimSchema>

/** One credential that is asked for. */
export interface Item {
  id: string
  types: string[] | undefined
  /** Alternatives in the verifier's order of preference: claims of one credential. */
  claimSets: Claim[][]
  isKnownFormat: boolean
}

/** The items of each way to answer, the verifier's preferred ones first; what may be left out is left out. */
export function waysOf({ credentials, credential_sets: sets }: Dcql): Item[][] {
  const itemOf = (id: string) => credentials.flatMap((query) => (query.id === id ? [item(query)] : []))
  if (!sets) return [credentials.map(item)]
  const required = sets.filter((set) => set.required)
  return combined(required.map(({ options }) => options)).map((ids) => [...new Set(ids)].flatMap(itemOf))
}

/** A bound on combinations of options, each of which is matched with what is held. */
const mostWays = 100

function combined(sets: string[][][]): string[][] {
  let ways: string[][] = [[]]
  for (const options of sets) ways = ways.flatMap((way) => options.map((ids) => [...way, ...ids])).slice(0, mostWays)
  return ways
}

function item({ id, format, meta, claims = [], claim_sets: sets }: CredentialQuery): Item {
  const claimSets = sets?.map((ids) => ids.flatMap((each) => claims.find((claim) => claim.id === each) ?? []))
  return { id, types: meta.vct_values, claimSets: claimSets ?? [claims], isKnownFormat: format === sdJwtVcFormat }
}

/** Between the names of an object and its member: unlike a dot, no claim has it in its name. */
const within = ' › '

/** How a claim is named among attributes: by its name, or by its object's and its own; no other can be answered. */
export const claimKey = (path: readonly unknown[]): string | undefined =>
  path.length <= 2 && path.every((step) => typeof step === 'string') ? path.join(within) : undefined

/** The path of a claim that was named so. */
export const pathOf = (key: string): string[] => key.split(within)

/** The claim as people read it. */
export const writtenPath = ({ path: steps }: Claim): string => steps.map((step) => step ?? '*').join(within)

/** Whether it is the claim of that key, or one of its members. */
export const isWithin = (name: string, key: string): boolean => name === key || name.startsWith(key + within)
