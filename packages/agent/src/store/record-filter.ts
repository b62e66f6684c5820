import type { RecordFilter } from '../storage.ts'

export type Tags = Record<string, unknown>

/** Makes the token of one tag. */
export type TokenOf = (name: string, value: string) => Uint8Array

/** What many records have in common; a search that began with it would go through them all. */
const common = ['role', 'state', 'kind', 'messageName', 'messageType', 'protocolVersion', 'method']

/**
 * A query of Credo as a filter on tokens. Conditions beside each other must all hold; an array's items too. What few
 * records have comes first.
 */
export function filterOf({ $and, $or, $not, ...tags }: Tags, tokenOf: TokenOf): RecordFilter {
  const inner = (queries: unknown) => (queries as Tags[]).map((query) => filterOf(query, tokenOf))
  const named = Object.entries(tags)
  const tell = (isCommon: boolean) => Object.fromEntries(named.filter(([name]) => common.includes(name) === isCommon))
  return {
    every: [
      ...tokensOf(tell(false), tokenOf).map((token) => ({ token })),
      ...tokensOf(tell(true), tokenOf).map((token) => ({ token })),
      ...($and ? inner($and) : []),
      ...($or ? [{ some: inner($or) }] : []),
      ...($not ? [{ not: filterOf($not as Tags, tokenOf) }] : []),
    ],
  }
}

/** The tokens that a record with these tags is found by. Absent values are no tags. */
export function tokensOf(tags: Tags, tokenOf: TokenOf): Uint8Array[] {
  return Object.entries(tags).flatMap(([name, value]) => {
    if (value === undefined || value === null) return []
    // The kinds are told apart, so that a word never meets a list that holds it.
    if (Array.isArray(value)) return [...new Set(value)].map((item) => tokenOf(name, `item ${item}`))
    return [tokenOf(name, `${typeof value} ${value}`)]
  })
}
