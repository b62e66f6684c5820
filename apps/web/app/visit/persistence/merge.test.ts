import { describe, expect, it } from 'vitest'
import { merge } from './merge.ts'

describe('what two tabs did', () => {
  it('stands as one of them left it where the other did nothing', () => {
    expect(merge({ step: 'CONNECT' }, { step: 'CONNECT' }, { step: 'ACCEPT' })).toEqual({ step: 'ACCEPT' })
    expect(merge({ step: 'CONNECT' }, { step: 'ACCEPT' }, { step: 'CONNECT' })).toEqual({ step: 'ACCEPT' })
  })

  it('comes together field by field, and mine stays where both have changed the same', () => {
    const base = { step: 'CONNECT', connectionDate: null, theme: null }
    const mine = { step: 'ACCEPT', connectionDate: 'yesterday', theme: null }
    const theirs = { step: 'DONE', connectionDate: null, theme: 'dark' }
    expect(merge<object>(base, mine, theirs)).toEqual({ step: 'ACCEPT', connectionDate: 'yesterday', theme: 'dark' })
    expect(merge<object>({ first: null }, { first: { a: 1 } }, { first: { b: 1 } })).toEqual({ first: { a: 1 } })
    expect(merge<object>({ first: { c: 1 } }, { first: { a: 1 } }, { first: null })).toEqual({ first: { a: 1 } })
    expect(merge<object>({ first: { c: 1 } }, { first: null }, { first: { b: 1 } })).toEqual({ first: null })
  })

  it('keeps what each has added, and nothing that either has deleted', () => {
    const base = { ids: { old: 1, gone: 1, lost: 1 } }
    const mine = { ids: { old: 2, lost: 2, mine: 1 } }
    const theirs = { ids: { old: 1, gone: 2, theirs: 1 } }
    expect(merge<object>(base, mine, theirs)).toEqual({ ids: { old: 2, mine: 1, theirs: 1 } })
  })

  it('keeps of two lists each word once, without those that either took out', () => {
    expect(merge(['a', 'b', 'c'], ['a', 'b', 'mine'], ['b', 'c', 'theirs'])).toEqual(['b', 'theirs', 'mine'])
  })

  it('tells entries of a list apart by their names, and never mixes two of them', () => {
    const base = [{ name: 'Student Card', registry: 1, place: 5 }]
    const mine = [{ name: 'Student Card', registry: 1, place: 6 }]
    const theirs = [
      { name: 'Student Card', registry: 2, place: 5 },
      { name: 'Library Card', registry: 1, place: 1 },
    ]
    expect(merge(base, mine, theirs)).toEqual([mine[0], theirs[1]])
  })

  it('never mixes two records of one place: the new one stands, whichever tab has it', () => {
    const [base, declined] = ['invited', 'abandoned'].map((state) => ({ CONNECT: { id: 'c0', state } }))
    const next = { CONNECT: { id: 'c1', state: 'invited' } }
    expect(merge(base, declined, next)).toEqual(next)
    expect(merge(base, next, declined)).toEqual(next)
  })

  it('is compared by what it says, not by which object says it', () => {
    const card = (place: number) => [{ name: 'Student Card', place }]
    expect(merge(card(5), card(5), card(6))).toEqual(card(6))
    expect(merge({ cards: card(5), step: 1 }, { cards: card(5), step: 2 }, { cards: card(6), step: 1 })).toEqual({
      cards: card(6),
      step: 2,
    })
  })

  it('makes no list of what is none in one of the two', () => {
    expect(merge<unknown>(['a'], ['b'], null)).toEqual(['b'])
    expect(merge<unknown>(['a'], null, ['b'])).toBeNull()
    expect(merge<unknown>(null, ['a'], ['b'])).toEqual(['a'])
  })
})
