import type { RecordFilter } from '../../port/storage.ts'

export type Tags = Record<string, unknown>

/** Makes the token of one tag. */
export type TokenOf<Token = Uint8Array> = (name: string, value: string) => Token

/** Tags that many records have in common; a search that began with one would scan them all. */
const common = ['role', 'state', 'kind', 'messageName', 'messageType', 'protocolVersion', 'method']

/**
 * A query of Credo as a filter on tokens. Conditions beside each other must all hold; an array's items too. What few
 * records have comes first.
 */
export function filterOf<Token>(query: Tags, tokenOf: TokenOf<Token>): RecordFilter<Token> {
  const { $and, $or, $not, ...tags } = query
  const inner = (queries: unknown) => (queries as Tags[]).map((each) => filterOf(each, tokenOf))
  const tokens = (ofMany: boolean) => tokensOf(tagsOf(tags, ofMany), tokenOf).map((token) => ({ token }))
  const choice = $or ? [{ some: inner($or) }] : []
  const isChoiceOfFew = $or !== undefined && isOfFew({ $or })
  return {
    every: [
      ...tokens(false),
      ...(isChoiceOfFew ? choice : []),
      ...tokens(true),
      ...($and ? inner($and) : []),
      ...(isChoiceOfFew ? [] : choice),
      ...($not ? [{ not: filterOf($not as Tags, tokenOf) }] : []),
    ],
  }
}

/** The tags of a query that many records have, or those that few have. */
const tagsOf = (tags: Tags, ofMany: boolean): Tags =>
  Object.fromEntries(Object.entries(tags).filter(([name]) => common.includes(name) === ofMany))

/** Whether each alternative of the query has a tag that few records have. */
function isOfFew({ $and: _and, $or, $not: _not, ...tags }: Tags): boolean {
  if (tokensOf(tagsOf(tags, false), () => true).length > 0) return true
  return $or !== undefined && ($or as Tags[]).every(isOfFew)
}

/** The tokens that a record with these tags is found by. Absent values are no tags. */
export function tokensOf<Token>(tags: Tags, tokenOf: TokenOf<Token>): Token[] {
  return Object.entries(tags).flatMap(([name, value]) => {
    if (value === undefined || value === null) return []
    // The kinds differ, so that a word never meets a list that holds it.
    if (Array.isArray(value)) return [...new Set(value)].map((item) => tokenOf(name, `item ${item}`))
    return [tokenOf(name, `${typeof value} ${value}`)]
  })
}
