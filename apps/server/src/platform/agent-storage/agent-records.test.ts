import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AgentStorage, RecordFilter } from '@lastmile/agent/port'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeFail, openTestDatabase, scansOf } from '../../../test/test-database.ts'
import type { Database } from '../database/database.ts'
import { singleNode } from '../process/nodes.ts'
import { createAgentRecords, recordsQuery } from './agent-records.ts'

type Rows = Pick<AgentStorage, 'claim' | 'records' | 'keys' | 'events'>

let folder: string
let database: Database
let rows: Rows

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'records-'))
  database = await openTestDatabase(folder)
  rows = createAgentRecords(database, singleNode())
})
afterEach(async () => {
  await database.destroy()
  await rm(folder, { recursive: true })
})

const token = (word: string) => Buffer.from(word)
const row = (id: string, tokens: string[] = [], type = 'Record') => ({
  type,
  id,
  encrypted: Buffer.from(`encrypted ${id}`),
  tokens: tokens.map(token),
})
const state = (subjectId: string, word: string) => ({ subjectId, state: word, body: `{"state":"${word}"}` })
const found = async (filter: RecordFilter, type = 'Record') =>
  (await rows.records.find(type, filter)).map(({ id }) => id)
const waiting = async () => (await rows.events.waiting(0, 100)).map(({ subjectId, body }) => `${subjectId} ${body}`)

it('keeps the first check of the store key', async () => {
  expect(await rows.claim('one')).toBe('one')
  expect(await rows.claim('two')).toBe('one')
})

describe('records', () => {
  it('come back as they were, with their version', async () => {
    expect(await rows.records.insert(row('a'))).toEqual({})
    expect(await rows.records.insert(row('a'))).toBeUndefined()
    expect(await rows.records.insert(row('a', [], 'Other'))).toEqual({})
    expect(await rows.records.read('Record', 'a')).toEqual({
      id: 'a',
      version: 1,
      encrypted: Buffer.from('encrypted a'),
    })
    expect(await rows.records.update({ ...row('a'), encrypted: Buffer.from('changed') })).toEqual({})
    expect(await rows.records.read('Record', 'a')).toEqual({ id: 'a', version: 2, encrypted: Buffer.from('changed') })
    expect(await rows.records.update(row('b'))).toBeUndefined()
    expect(await rows.records.read('Record', 'b')).toBeUndefined()
  })

  it('change only from the version that was read', async () => {
    await rows.records.insert(row('a'))
    const answers = await Promise.all([1, 2, 3].map(() => rows.records.update(row('a'), { version: 1 })))
    expect(answers.filter(Boolean)).toHaveLength(1)
    expect(await rows.records.update(row('a'), { version: 2 })).toEqual({})
  })

  it('are no longer found by what they were', async () => {
    await rows.records.insert(row('a', ['open', 'thread']))
    await rows.records.update(row('a', ['closed', 'thread']))
    expect(await found({ token: token('open') })).toEqual([])
    expect(await found({ token: token('closed') })).toEqual(['a'])
  })

  it('changed by several at once are as one of them left it, with nothing of the others', async () => {
    await rows.records.insert(row('a', ['before']))
    const changes = ['1', '2', '3', '4', '5', '6', '7', '8'].map((word) => rows.records.update(row('a', [word])))
    expect(await Promise.all(changes)).toEqual(changes.map(() => ({})))
    expect((await rows.records.read('Record', 'a'))?.version).toBe(9)
    expect(await database.selectFrom('agentRecordTokens').selectAll().execute()).toHaveLength(1)
  })

  it('go with what belongs to them, and leave nothing', async () => {
    await rows.records.insert(row('a', ['x']))
    await rows.records.insert(row('b', ['x']))
    for (const id of ['1', '2']) await rows.records.insert(row(id, ['of a'], 'Message'))
    await rows.records.insert(row('3', ['of b'], 'Message'))
    expect(await rows.records.delete(row('a'), { type: 'Message', token: token('of a') })).toBe(true)
    expect(await rows.records.delete(row('a'), { type: 'Message', token: token('of b') })).toBe(false)
    expect(await found({ every: [] })).toEqual(['b'])
    expect(await found({ every: [] }, 'Message')).toEqual(['3'])
    const left = await database.selectFrom('agentRecordTokens').selectAll().execute()
    expect(left).toHaveLength(2)
  })

  it('come in pages, in the order of their insertion', async () => {
    for (const id of ['d', 'a', 'c', 'b']) await rows.records.insert(row(id, ['all']))
    const page = async (limit?: number, offset?: number) =>
      (await rows.records.find('Record', { token: token('all') }, { limit, offset })).map(({ id }) => id)
    expect(await page()).toEqual(['d', 'a', 'c', 'b'])
    expect(await page(2)).toEqual(['d', 'a'])
    expect(await page(2, 1)).toEqual(['a', 'c'])
    expect(await page(undefined, 3)).toEqual(['b'])
  })

  it('are found by any filter as by going through them all', async () => {
    const words = ['p', 'q', 'r', 's']
    const kept = fc.uniqueArray(fc.subarray(words), { minLength: 1, maxLength: 8, selector: (each) => each.join() })
    const { filter } = fc.letrec<{ filter: RecordFilter }>((tie) => ({
      filter: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.constantFrom(...words).map((word) => ({ token: token(word) })),
        fc.array(tie('filter'), { maxLength: 3 }).map((every) => ({ every })),
        fc.array(tie('filter'), { maxLength: 3 }).map((some) => ({ some })),
        tie('filter').map((not) => ({ not })),
      ),
    }))
    const fits = (tokens: string[], asked: RecordFilter): boolean => {
      if ('token' in asked) return tokens.includes(Buffer.from(asked.token).toString())
      if ('every' in asked) return asked.every.every((inner) => fits(tokens, inner))
      if ('some' in asked) return asked.some.some((inner) => fits(tokens, inner))
      return !fits(tokens, asked.not)
    }
    await fc.assert(
      fc.asyncProperty(kept, filter, async (records, asked) => {
        await database.deleteFrom('agentRecords').execute()
        await database.deleteFrom('agentRecordTokens').execute()
        for (const tokens of records) await rows.records.insert(row(tokens.join(), tokens))
        await rows.records.insert(row('another', [], 'Other'))
        const expected = records.filter((tokens) => fits(tokens, asked)).map((tokens) => tokens.join())
        expect(await found(asked)).toEqual(expected)
      }),
      { numRuns: 150 },
    )
  })

  const of = (word: string) => ({ token: token(word) })
  it.each<[string, RecordFilter]>([
    ['their first token', { every: [of('a'), of('b')] }],
    ['the first token of each case', { some: [{ every: [of('a'), of('b')] }, { every: [of('c'), of('d')] }] }],
    [
      'their first token, whatever else there may be',
      { every: [of('a'), { some: [of('b'), of('c')] }, { not: of('d') }] },
    ],
  ])('are found by %s, not by going through all', async (_, filter) => {
    const records = Array.from({ length: 300 }, (__, each) => row(`${each}`, ['b', 'd', `${each}`]))
    for (const record of records) await rows.records.insert(record)
    const scans = () => scansOf(database, recordsQuery(database, 'Record', filter))
    // Whether or not the database has counted what there is.
    expect(await scans()).toEqual([])
    await sql`analyze`.execute(database)
    expect(await scans()).toEqual([])
  })
})

describe('keys', () => {
  it('are kept once, and gone when deleted', async () => {
    expect(await rows.keys.insert('k', Buffer.from('encrypted'))).toBe(true)
    expect(await rows.keys.insert('k', Buffer.from('another'))).toBe(false)
    expect(await rows.keys.read('k')).toEqual(Buffer.from('encrypted'))
    expect(await rows.keys.delete('k')).toBe(true)
    expect(await rows.keys.delete('k')).toBe(false)
    expect(await rows.keys.read('k')).toBeUndefined()
  })
})

describe('events', () => {
  it('are stored with their record, once for each state', async () => {
    const written = [
      await rows.records.insert(row('a'), state('s', 'offered')),
      await rows.records.update(row('a'), { event: state('s', 'offered') }),
      await rows.records.update(row('a')),
      await rows.records.update(row('a'), { event: state('s', 'issued') }),
      await rows.records.update(row('a'), { event: state('s', 'issued') }),
    ]
    expect(await waiting()).toEqual(['s {"state":"offered"}', 's {"state":"issued"}'])
    const [offered, issued] = await rows.events.waiting(0, 10)
    expect(written).toEqual([{ event: offered?.position }, {}, {}, { event: issued?.position }, {}])
  })

  it('are not stored when their record is not', async () => {
    await rows.records.insert(row('a'))
    await rows.records.insert(row('a'), state('s', 'offered'))
    await rows.records.update(row('b'), { event: state('s', 'issued') })
    await rows.records.update(row('a'), { version: 7, event: state('s', 'issued') })
    expect(await waiting()).toEqual([])
  })

  it('take their record back when they can’t be stored', async () => {
    await makeFail(database, 'agent_events', 'insert')
    await expect(rows.records.insert(row('a', ['x']), state('s', 'offered'))).rejects.toThrow('full')
    expect(await found({ every: [] })).toEqual([])
    expect(await database.selectFrom('agentRecordTokens').selectAll().execute()).toEqual([])
  })

  it('outlive their record, and wait from a position on until they are deleted', async () => {
    for (const word of ['one', 'two', 'three']) {
      await rows.records.insert(row(word), state(word, word))
      await rows.records.delete(row(word))
    }
    const [first, second] = await rows.events.waiting(0, 2)
    expect([first?.subjectId, second?.subjectId]).toEqual(['one', 'two'])
    expect((await rows.events.waiting(second?.position ?? 0, 10)).map(({ subjectId }) => subjectId)).toEqual(['three'])
    await rows.events.delete([first?.position ?? 0])
    expect((await rows.events.waiting(0, 10)).map(({ subjectId }) => subjectId)).toEqual(['two', 'three'])
  })

  it('of processes that are no more are taken over by one other, the oldest first', async () => {
    const living = ['one', 'two']
    const node = (own: string) => createAgentRecords(database, { own, living: async () => [own, ...living] })
    for (const own of ['dead', 'one', 'gone'])
      for (const word of ['offered', 'issued']) await node(own).records.insert(row(`${own} ${word}`), state(own, word))
    const taken = await Promise.all([node('one').events.takeOver(3), node('two').events.takeOver(3)])
    const [mine = [], others = []] = taken.map((events) => events.map(({ subjectId, body }) => `${subjectId} ${body}`))
    const left = ['dead', 'gone'].flatMap((own) => ['offered', 'issued'].map((word) => `${own} {"state":"${word}"}`))
    expect([...mine, ...others].sort()).toEqual(left.toSorted())
    expect(mine).toEqual(left.filter((each) => mine.includes(each)))
    const keptBy = async (own: string) => (await node(own).events.waiting(0, 10)).length
    expect(await keptBy('one')).toBe(2 + mine.length)
    expect(await keptBy('two')).toBe(others.length)
  })
})
