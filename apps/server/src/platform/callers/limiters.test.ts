import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { onPostgres, openTestDatabase } from '../../../test/test-database.ts'
import type { Database } from '../database/database.ts'
import { isPostgres } from '../database/postgres.ts'
import { type Limit, type Limiter, ownLimiter, sharedLimiter, sweepLimits } from './limiters.ts'

let dataDir: string
let database: Database

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'limiters-'))
  database = await openTestDatabase(dataDir)
})
afterEach(() => vi.useRealTimers())
afterAll(async () => {
  await database.destroy()
  await rm(dataDir, { recursive: true, force: true })
})

const secret = Buffer.alloc(32, 1)
const hour = 60 * 60_000
let names = 0
/** One that no other test counts with. */
const limit = (most: number, windowMs = hour): Limit => ({ name: `limit ${++names}`, most, windowMs })
const isShared = () => isPostgres(database)
/** That of another process, where several can be. */
const shared = (given: Limit): Limiter => (isShared() ? sharedLimiter(given, database, secret) : ownLimiter(given))
const rows = () => database.selectFrom('rateLimits').selectAll().execute()

describe.each([
  ['this process', ownLimiter],
  ['all processes', shared],
] as const)('counted for %s', (_where, limiterOf) => {
  it('each caller has a window of its own, which begins with the first and then begins anew', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { take } = limiterOf(limit(2))
    expect(await take('one')).toBe(0)
    vi.advanceTimersByTime(hour / 2)
    expect(await take('one')).toBe(0)
    expect(await take('one')).toBe(hour / 2)
    expect(await take('other')).toBe(0)
    vi.advanceTimersByTime(hour / 2 - 1)
    expect(await take('one')).toBe(1)
    vi.advanceTimersByTime(2)
    expect(await take('one')).toBe(0)
  })

  it('what comes at once is counted in full, and all of it or nothing is allowed', async () => {
    const { take } = limiterOf(limit(100))
    expect(await take('one', 60)).toBe(0)
    expect(await take('one', 41)).toBeGreaterThan(0)
    expect(await take('other', 100)).toBe(0)
  })

  it('lasts for months', async () => {
    const window = 90 * 24 * hour
    const { take } = limiterOf(limit(1, window))
    await take('one')
    expect(await take('one')).toBeGreaterThan(window - 60_000)
  })
})

it('in memory only so many callers are counted at once', async () => {
  const { take } = ownLimiter(limit(1))
  await take('first')
  expect(await take('first')).toBeGreaterThan(0)
  for (let each = 0; each < 50_000; each++) await take(`caller ${each}`)
  expect(await take('first')).toBe(0)
})

if (onPostgres)
  describe('on one PostgreSQL', () => {
    it('what a caller did at one process counts at every other', async () => {
      const given = limit(3)
      const [one, other] = [shared(given), shared(given)]
      for (const { take } of [one, other, one]) expect(await take('me')).toBe(0)
      for (const { take } of [one, other]) expect(await take('me')).toBeGreaterThan(hour - 60_000)
      expect(await other.take('somebody else')).toBe(0)
      // Not in the same place for another limit.
      expect(await shared(limit(1)).take('me')).toBe(0)
    })

    it('of those who come at the same time, only as many as the limit allows are let through', async () => {
      const given = limit(10)
      const nodes = [shared(given), shared(given)]
      const waits = await Promise.all(Array.from({ length: 40 }, (_, each) => nodes[each % 2]?.take('me')))
      expect(waits.filter((wait) => wait === 0)).toHaveLength(10)
    })

    it('a caller that has used up a window is refused without asking the database', async () => {
      const given = limit(1)
      const { take } = shared(given)
      await take('me')
      const before = await rows()
      for (let each = 0; each < 5; each++) expect(await take('me')).toBeGreaterThan(0)
      expect(await rows()).toEqual(before)
    })

    it('names no caller', async () => {
      await shared(limit(1)).take('203.0.113.77')
      expect(JSON.stringify(await rows())).not.toContain('203.0.113.77')
    })

    it('is forgotten when its window has ended, and beyond so many callers of one limit the oldest first', async () => {
      vi.useFakeTimers({ toFake: ['Date'] })
      await sweepLimits(database, new Date(Date.now() + 365 * 24 * hour))
      expect(await rows()).toEqual([])
      const [short, long] = [limit(5, hour), limit(5, 24 * hour)]
      for (const who of ['first', 'second', 'third']) {
        await shared(short).take(who, 2)
        await shared(long).take(who, 2)
        vi.advanceTimersByTime(1_000)
      }
      await sweepLimits(database, new Date(), 2)
      expect(await rows()).toHaveLength(4)
      const room = async (given: Limit, who: string) => (await shared(given).take(who, 4)) === 0
      expect(await Promise.all(['first', 'third'].map((who) => room(long, who)))).toEqual([true, false])
      await sweepLimits(database, new Date(Date.now() + 2 * hour))
      expect((await rows()).every(({ key }) => key.startsWith(long.name))).toBe(true)
    })
  })
