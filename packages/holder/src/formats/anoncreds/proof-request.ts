import { isSameName } from '@lastmile/formats/anoncreds-values'
import * as z from 'zod/mini'
import { cutText } from '../../core/cut-text.ts'
import type { Condition } from '../../core/snapshot.ts'

const id = z.string().check(z.maxLength(1_000))
const name = z.string().check(z.minLength(1), z.maxLength(256))
const moment = z.int().check(z.nonnegative())

const interval = z.object({ from: z.nullish(moment), to: z.nullish(moment) })

/** By a verifier's words. The parser leaves `__proto__` out in silence, so a request that says it is none. */
const named = <Item extends z.core.SomeType>(longest: number, item: Item) =>
  z.pipe(
    z.any().check(z.refine((all) => !(all instanceof Object && Object.hasOwn(all, '__proto__')))),
    z.record(z.string().check(z.maxLength(longest)), item),
  )

/** Every condition counts: one that is not known here can't be met. */
const restriction = named(300, id)

const asked = {
  restrictions: z.nullish(z.array(restriction).check(z.maxLength(100))),
  non_revoked: z.nullish(interval),
}
type Asked = z.infer<z.ZodMiniObject<typeof asked>>
const referents = <Item extends z.core.SomeType>(item: Item) =>
  named(256, item).check(z.refine((all) => Object.keys(all).length <= 100))

const comparison = {
  name,
  p_type: z.enum(['>=', '>', '<=', '<']),
  p_value: z.int().check(z.minimum(-2_147_483_648), z.maximum(2_147_483_647)),
}

/** Names and conditions of a request: each is looked up in every credential whenever something changes. */
const mostAsked = 1_000
/** Characters of a request. */
const longest = 128 * 1024

/** A proof request (AnonCreds specification, "Presentation Request"). What is not named here is left out. */
export const proofRequestSchema = z
  .object({
    name: cutText(256),
    version: z.string().check(z.maxLength(50)),
    /** Decimal, 80 bits as a rule. */
    nonce: z.string().check(z.regex(/^\d{1,100}$/)),
    requested_attributes: z._default(
      referents(
        z
          .object({
            name: z.optional(name),
            names: z.optional(z.array(name).check(z.minLength(1), z.maxLength(100))),
            ...asked,
            lastmile_conditions: z.catch(z.optional(z.array(z.object(comparison)).check(z.maxLength(10))), undefined),
          })
          .check(z.refine(({ name, names }) => (name === undefined) !== (names === undefined))),
      ),
      {},
    ),
    requested_predicates: z._default(referents(z.object({ ...comparison, ...asked })), {}),
    non_revoked: z.nullish(interval),
  })
  .check(
    // A person can't answer an empty request.
    z.refine((request) => Object.keys({ ...request.requested_attributes, ...request.requested_predicates }).length > 0),
    z.refine((request) => {
      const items = itemsOf(request)
      const conditions = items.flatMap(({ restrictions }) => restrictions.flatMap(Object.keys))
      const names = items.flatMap((item) => item.names)
      return names.length + conditions.length <= mostAsked && JSON.stringify(request).length <= longest
    }),
  )

export type AnonCredsRequest = z.infer<typeof proofRequestSchema>
export type Restriction = Record<string, string>

/** One referent of a request: attributes to show, or a condition to prove. */
export interface Item {
  referent: string
  names: string[]
  condition?: Condition
  /** Conditions that the verifier compares shown values with. */
  compared?: (Condition & { name: string })[]
  restrictions: Restriction[]
  /** In seconds since 1970; present when non-revocation is to be shown. */
  nonRevoked?: { from?: number; to?: number }
}

/** In the order of the request. */
export function itemsOf(request: AnonCredsRequest): Item[] {
  const conditions = ({ restrictions, non_revoked }: Asked) => ({
    restrictions: restrictions ?? [],
    nonRevoked: intervalOf(non_revoked ?? request.non_revoked),
  })
  return [
    ...Object.entries(request.requested_attributes).map(([referent, attribute]) => {
      const names = attribute.names ?? [attribute.name ?? '']
      // By any other, the choice of credential would tell what is not shown.
      const told = attribute.lastmile_conditions?.filter((each) => names.some((name) => isSameName(name, each.name)))
      const compared = told?.map(({ name, p_type, p_value }) => ({ name, operator: p_type, bound: p_value }))
      return { referent, names, compared, ...conditions(attribute) }
    }),
    ...Object.entries(request.requested_predicates).map(([referent, predicate]) => ({
      referent,
      names: [predicate.name],
      condition: { operator: predicate.p_type, bound: predicate.p_value },
      ...conditions(predicate),
    })),
  ]
}

const intervalOf = (interval: AnonCredsRequest['non_revoked']): Item['nonRevoked'] =>
  interval ? { from: interval.from ?? undefined, to: interval.to ?? undefined } : undefined
