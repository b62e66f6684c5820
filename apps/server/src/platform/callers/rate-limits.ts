import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { ApiError } from '../http/errors.ts'
import { networkOf } from './networks.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Calls per minute. Many visitors can share one address, as in a school or behind a mobile network. */
const perMinute = {
  visitorReads: 600,
  visitorWrites: 120,
  addressReads: 6_000,
  addressWrites: 1_200,
  /** Wallets' messages, and short links and pictures that need no cookie. */
  addressMessages: 6_000,
  /** A page sends what happened on it twice a minute, and when it is left. */
  sessionTracking: 30,
  addressTracking: 600,
}
const registrationsPerAddressAndDay = 60
/** Many who share an address may write; the visitor's own limit is that of the contact form. */
const contactMessagesPerAddressAndHour = 30
/** Of all events that are kept, how much one network may bring within the time that they are kept. */
const trackedEventsShare = 0.1
/** More than that are not counted at the same time, so that counting needs bounded memory. */
const mostCounted = 50_000
const signInsPerAddress = { count: 10, withinMs: 15 * minuteMs }
/**
 * Invitations and requests that stay open until some wallet answers. Of what all visitors together may have open, one
 * address can use up a part only.
 */
const beginnings = { perAddress: 600, timeWindow: 10 * minuteMs }

export interface RateLimits {
  /** Counts one registration of a new credential definition. @throws ApiError 429 when the address has used up its day */
  takeRegistration(address: string): Promise<void>
  /** Counts one message of the contact form. @throws ApiError 429 when the address has used up its hour */
  takeContactMessage(address: string): void
  /** Counts one attempt of an operator to sign in. @throws ApiError 429 when the address has made many */
  takeSignIn(address: string): void
  /** Counts one sending of what was tracked. @throws ApiError 429 when the tracking session has sent very often */
  takeTracking(sessionId: string): void
  /** Counts tracked events. @returns whether they may be kept: false when the network has used up its share */
  takeTrackedEvents(address: string, count: number): boolean
}

/** What is kept of behaviour tracking at most. */
interface KeptTracking {
  events: number
  days: number
}

interface Counted {
  isAllowed: boolean
  isExceeded?: boolean
  ttlInSeconds?: number
}

/** Limits calls per visitor and per address; every route counts. @param factor multiplies all limits */
export async function registerRateLimits(
  app: FastifyInstance,
  factor: number,
  keptTracking: KeptTracking,
): Promise<RateLimits> {
  await app.register(rateLimit, { global: false })
  const limiter = (max: number, timeWindow: number, keyGenerator: (request: FastifyRequest) => string) =>
    app.createRateLimit({ max: Math.max(1, Math.round(max * factor)), timeWindow, keyGenerator })

  const byVisitor = (request: FastifyRequest) => request.visitor
  const byAddress = (request: FastifyRequest) => networkOf(request.ip)
  const limits = {
    visitorReads: limiter(perMinute.visitorReads, minuteMs, byVisitor),
    visitorWrites: limiter(perMinute.visitorWrites, minuteMs, byVisitor),
    addressReads: limiter(perMinute.addressReads, minuteMs, byAddress),
    addressWrites: limiter(perMinute.addressWrites, minuteMs, byAddress),
    addressMessages: limiter(perMinute.addressMessages, minuteMs, byAddress),
    addressTracking: limiter(perMinute.addressTracking, minuteMs, byAddress),
    addressBeginnings: limiter(beginnings.perAddress, beginnings.timeWindow, byAddress),
  }
  const check = (counted: Counted) => {
    if (!counted.isAllowed && counted.isExceeded) throw tooMany(counted.ttlInSeconds)
  }

  app.addHook('onRequest', async (request) => {
    const { api, staysOpen, withoutVisitor } = request.routeOptions.config
    if (withoutVisitor) {
      check(await limits.addressTracking(request))
    } else if (api) {
      const writes = request.method !== 'GET' && request.method !== 'HEAD'
      check(await (writes ? limits.addressWrites : limits.addressReads)(request))
      check(await (writes ? limits.visitorWrites : limits.visitorReads)(request))
      if (staysOpen) check(await limits.addressBeginnings(request))
    } else {
      check(await limits.addressMessages(request))
    }
  })

  const ofNetwork = (take: (network: string) => void) => (address: string) => take(networkOf(address))
  const takeRegistration = ofNetwork(takeOneOf(registrationsPerAddressAndDay * factor, dayMs))
  const trackedEvents = countUpTo(keptTracking.events * trackedEventsShare * factor, keptTracking.days * dayMs)
  return {
    takeRegistration: async (address) => takeRegistration(address),
    takeContactMessage: ofNetwork(takeOneOf(contactMessagesPerAddressAndHour * factor, 60 * minuteMs)),
    takeSignIn: ofNetwork(takeOneOf(signInsPerAddress.count * factor, signInsPerAddress.withinMs)),
    takeTracking: takeOneOf(perMinute.sessionTracking * factor, minuteMs),
    takeTrackedEvents: (address, count) => trackedEvents(networkOf(address), count) === 0,
  }
}

/** Counts what somebody does within a window that begins with the first. @throws ApiError 429 when it is used up */
function takeOneOf(max: number, windowMs: number): (who: string) => void {
  const take = countUpTo(max, windowMs)
  return (who) => {
    const wait = take(who, 1)
    if (wait > 0) throw tooMany(Math.ceil(wait / 1000))
  }
}

/**
 * Counts what somebody does within a window that begins with the first.
 * @returns takes some, or says how many milliseconds are left of a window that is used up
 */
function countUpTo(max: number, windowMs: number): (who: string, count: number) => number {
  const counts = new LRUCache<string, { count: number; until: number }>({
    max: mostCounted,
    ttl: windowMs,
    noUpdateTTL: true,
  })
  return (who, count) => {
    const now = Date.now()
    const entry = counts.get(who) ?? { count: 0, until: now + windowMs }
    if (entry.count >= max) return Math.max(1, entry.until - now)
    counts.set(who, { ...entry, count: entry.count + count })
    return 0
  }
}

function tooMany(seconds = 60): ApiError {
  return new ApiError(
    429,
    'too-many-calls',
    'Too many calls in a short time. Please wait a moment.',
    Math.max(1, seconds),
  )
}
