import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../http/errors.ts'
import { type Limit, type Limiter, ownLimiter } from './limiters.ts'
import { networkOf } from './networks.ts'
import { callerOf } from './senders.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/**
 * Limits of one caller within a window. A school or mobile network may share one address.
 *
 * Calls by the minute burden this process, so it counts them itself; what is counted for longer is scarce for all
 * processes together, and counted for all (record 91).
 */
const limits = {
  visitorReads: { most: 600, windowMs: minuteMs },
  visitorWrites: { most: 120, windowMs: minuteMs },
  addressReads: { most: 6_000, windowMs: minuteMs },
  addressWrites: { most: 1_200, windowMs: minuteMs },
  /** Wallets' messages, and short links and pictures that need no cookie. */
  addressMessages: { most: 6_000, windowMs: minuteMs },
  /** A page sends what happened on it twice a minute, and when it is left. */
  sessionTracking: { most: 30, windowMs: minuteMs },
  addressTracking: { most: 600, windowMs: minuteMs },
  registrations: { most: 60, windowMs: dayMs },
  /** Many who share an address may write; the visitor's own limit is that of the contact form. */
  contactMessages: { most: 30, windowMs: 60 * minuteMs },
  signIns: { most: 10, windowMs: 15 * minuteMs },
} as const satisfies Record<string, Omit<Limit, 'name'>>
/** One network's part of the stored events, within the time for which they are kept. */
const trackedEventsShare = 0.1

export type RateLimits = ReturnType<typeof registerRateLimits>

interface Settings {
  /** Multiplies all limits. */
  factor: number
  publicUrl: string
  /** The cap of stored tracking events. */
  keptTracking: { events: number; days: number }
  /** Counts for all processes. */
  shared: (limit: Limit) => Limiter
}

/** Limits calls per visitor and per address; every route counts. */
export function registerRateLimits(app: FastifyInstance, { factor, publicUrl, keptTracking, shared }: Settings) {
  const limiterOf = (limit: Limit): Limiter => {
    const scaled = { ...limit, most: Math.max(1, Math.round(limit.most * factor)) }
    return limit.windowMs > minuteMs ? shared(scaled) : ownLimiter(scaled)
  }
  const limiters = Object.fromEntries(
    Object.entries(limits).map(([name, limit]) => [name, limiterOf({ name, ...limit })]),
  ) as Record<keyof typeof limits, Limiter>
  /** @throws ApiError 429 when the limit is reached */
  const take = async (name: keyof typeof limits, caller: string): Promise<void> => {
    const wait = await limiters[name].take(caller)
    if (wait > 0) throw tooMany(Math.ceil(wait / 1000))
  }

  app.addHook('onRequest', async (request: FastifyRequest) => {
    const { api, withoutVisitor } = request.routeOptions.config
    const network = callerOf({ headers: request.headers, address: request.ip }, publicUrl)
    if (withoutVisitor) {
      await take('addressTracking', network)
    } else if (api) {
      const writes = request.method !== 'GET' && request.method !== 'HEAD'
      await take(writes ? 'addressWrites' : 'addressReads', network)
      await take(writes ? 'visitorWrites' : 'visitorReads', request.visitor)
    } else {
      await take('addressMessages', network)
    }
  })

  const trackedEvents = limiterOf({
    name: 'trackedEvents',
    most: keptTracking.events * trackedEventsShare,
    windowMs: keptTracking.days * dayMs,
  })
  /** Limits that routes count by themselves. Each throws ApiError 429 once the limit of its name is used up. */
  return {
    takeRegistration: (address: string) => take('registrations', networkOf(address)),
    takeContactMessage: (address: string) => take('contactMessages', networkOf(address)),
    takeSignIn: (address: string) => take('signIns', networkOf(address)),
    takeTracking: (session: string) => take('sessionTracking', session),
    /** @returns whether the events may be kept: false when the network has used up its share */
    takeTrackedEvents: async (address: string, count: number) =>
      (await trackedEvents.take(networkOf(address), count)) === 0,
  }
}

function tooMany(seconds: number): ApiError {
  const wait = seconds > 60 ? `${Math.ceil(seconds / 60)} minutes` : 'a minute'
  return new ApiError(429, 'too-many-calls', `Too many calls in a short time. Please wait ${wait}.`, seconds)
}
