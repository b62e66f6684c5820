import { createHmac } from 'node:crypto'
import { CompiledQuery, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '../database/database.ts'

/** How much one caller may do within a window, which begins with the first of it. */
export interface Limit {
  name: string
  most: number
  windowMs: number
}

export interface Limiter {
  /** Counts so much against a caller. @returns 0, or how many milliseconds are left of a window that is used up */
  take(who: string, count?: number): Promise<number>
}

/** Most callers that one limit counts at once: a cookie costs nothing, and a network little. */
const mostCounted = 50_000

/** Counts in this process's memory. The library's own memory keeps a key and a timer until each window ends. */
export function ownLimiter({ most, windowMs }: Limit): Limiter & { isUsedUp(who: string): boolean } {
  // By size: a bound by number takes memory for all of it at once, 8 ms at the start for each limit.
  const counts = new LRUCache<string, { count: number; until: number }>({
    maxSize: mostCounted,
    sizeCalculation: () => 1,
  })
  return {
    isUsedUp(who) {
      const { count, until } = counts.get(who) ?? { count: 0, until: 0 }
      return count > most && until > Date.now()
    },
    async take(who, count = 1) {
      const now = Date.now()
      const known = counts.get(who)
      const current = known && known.until > now ? known : { count: 0, until: now + windowMs }
      if (current !== known) counts.set(who, current)
      current.count += count
      return current.count > most ? current.until - now : 0
    },
  }
}

/**
 * Counts in the database, for all processes on it; callers that used up a window are cached here until it ends.
 * @param secret keys the hashes that stand for callers, different for each limit
 */
export function sharedLimiter({ name, most, windowMs }: Limit, database: Database, secret: Uint8Array): Limiter {
  const limiter = new RateLimiterPostgres({
    storeClient: {
      query: ({ text, values }: { text: string; values: unknown[] }) =>
        database.executeQuery(CompiledQuery.raw(text, values)),
    },
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points: most,
    duration: windowMs / 1000,
    inMemoryBlockOnConsumed: most,
  })
  return {
    async take(who, count = 1) {
      const key = createHmac('sha256', secret).update(`${name} ${who}`).digest('base64url')
      try {
        await limiter.consume(key, count)
        return 0
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return Math.max(1, refusal.msBeforeNext)
        throw refusal
      }
    },
  }
}

/** Forgets windows that have ended and, of a limit that counts too many callers, those that began first. */
export async function sweepLimits(database: Database, now: Date, most = mostCounted): Promise<void> {
  await database.deleteFrom('rateLimits').where('expire', '<=', now.getTime()).execute()
  await sql`delete from rate_limits where key in (select key from (
    select key, row_number() over (partition by split_part(key, ':', 1) order by expire desc) as place from rate_limits
  ) as counted where place > ${most})`.execute(database)
}
