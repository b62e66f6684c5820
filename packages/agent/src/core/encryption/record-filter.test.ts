import { describe, expect, it } from 'vitest'
import type { RecordFilter } from '../../port/storage.ts'
import { filterOf, type Tags } from './record-filter.ts'

const tokenOf = (name: string, value: string) => Buffer.from(`${name}: ${value}`)

/** A filter with its tokens as words. */
function words(filter: RecordFilter): unknown {
  if ('token' in filter) return Buffer.from(filter.token).toString()
  if ('every' in filter) return { every: filter.every.map(words) }
  if ('some' in filter) return { some: filter.some.map(words) }
  return { not: words(filter.not) }
}

const wordsOf = (query: Tags) => words(filterOf(query, tokenOf))

describe('A query as a filter on tokens', () => {
  it('begins with the tags that few records have', () => {
    expect(wordsOf({ role: 'issuer', state: 'done', threadId: 'a' })).toEqual({
      every: ['threadId: string a', 'role: string issuer', 'state: string done'],
    })
  })

  it('begins with a choice of what few records have, where all else is what many have', () => {
    const choice = { $or: [{ did: 'a' }, { alternativeDids: ['a'] }] }
    const some = [{ every: ['did: string a'] }, { every: ['alternativeDids: item a'] }]
    expect(wordsOf({ role: 'created', ...choice })).toEqual({ every: [{ some }, 'role: string created'] })
    expect(wordsOf({ role: 'created', threadId: 'a', ...choice })).toEqual({
      every: ['threadId: string a', { some }, 'role: string created'],
    })
  })

  it('ends with a choice of which one is what many have, or nothing', () => {
    const role = 'role: string created'
    expect(wordsOf({ role: 'created', $or: [{ did: 'a' }, { state: 'done' }] })).toEqual({
      every: [role, { some: [{ every: ['did: string a'] }, { every: ['state: string done'] }] }],
    })
    expect(wordsOf({ role: 'created', $or: [{ did: undefined }, { did: 'a' }] })).toEqual({
      every: [role, { some: [{ every: [] }, { every: ['did: string a'] }] }],
    })
  })

  it('asks for all of what stands beside each other, and for what is not', () => {
    expect(wordsOf({ $and: [{ did: 'a' }, { keys: ['b', 'c', 'c'] }], $not: { state: 'done' } })).toEqual({
      every: [
        { every: ['did: string a'] },
        { every: ['keys: item b', 'keys: item c'] },
        { not: { every: ['state: string done'] } },
      ],
    })
  })
})
