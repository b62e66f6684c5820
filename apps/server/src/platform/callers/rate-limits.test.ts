import Fastify, { type FastifyInstance } from 'fastify'
import { beforeEach, expect, test } from 'vitest'
import { registerErrorHandler } from '../http/errors.ts'
import { ownLimiter } from './limiters.ts'
import { type RateLimits, registerRateLimits } from './rate-limits.ts'

/** A hundredth of the limits that are shipped. */
const factor = 0.01
const publicUrl = 'https://demo.example'
const keptTracking = { events: 1_000, days: 90 }

let app: FastifyInstance
let limits: RateLimits

beforeEach(async () => {
  app = Fastify({ trustProxy: true })
  app.decorateRequest('visitor', '')
  app.addHook('onRequest', async (request) => {
    request.visitor = String(request.headers.visitor ?? 'a visitor')
  })
  registerErrorHandler(app)
  limits = registerRateLimits(app, { factor, publicUrl, keptTracking, shared: ownLimiter })
  const api = { config: { api: true } as never }
  app.get('/read', api, async () => 'read')
  app.post('/write', api, async () => 'written')
  app.post('/message', async () => 'taken')
  await app.ready()
})

/** How many calls pass before the first 429. */
async function passed(
  most: number,
  call: (number: number) => { method: 'GET' | 'POST'; url: string; visitor: string; from: string },
) {
  for (let number = 0; number < most; number++) {
    const { method, url, visitor, from } = call(number)
    const { statusCode, headers } = await app.inject({ method, url, headers: { visitor, 'x-forwarded-for': from } })
    if (statusCode === 429) {
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      return number
    }
    expect(statusCode).toBe(200)
  }
  return most
}

const read = { method: 'GET', url: '/read' } as const
const write = { method: 'POST', url: '/write' } as const
const message = { method: 'POST', url: '/message' } as const
const many = (kind: string) => (number: number) => `${kind} ${number}`
const address = (number: number) => `203.0.113.${number}`

test('a visitor’s reads and writes are counted each for itself', async () => {
  const mine = { visitor: 'one', from: address(1) }
  expect(await passed(20, () => ({ ...write, ...mine }))).toBe(1)
  expect(await passed(20, () => ({ ...read, ...mine }))).toBe(6)
})

test('an address’s reads and writes are counted each for itself, over all its visitors', async () => {
  const visitor = many('visitor')
  expect(await passed(100, (number) => ({ ...write, visitor: visitor(number), from: address(1) }))).toBe(12)
  expect(await passed(100, (number) => ({ ...read, visitor: visitor(number), from: address(1) }))).toBe(60)
  expect(await passed(5, (number) => ({ ...write, visitor: many('other')(number), from: address(2 + number) }))).toBe(5)
})

test('what wallets send is counted by its address, apart from what visitors do', async () => {
  expect(await passed(100, () => ({ ...message, visitor: 'one', from: address(1) }))).toBe(60)
  expect(await passed(5, () => ({ ...message, visitor: 'one', from: address(2) }))).toBe(5)
  expect(await passed(5, (number) => ({ ...read, visitor: many('visitor')(number), from: address(1) }))).toBe(5)
})

test('registrations are counted by the day', async () => {
  const own = registerRateLimits(Fastify(), { factor: 0.1, publicUrl, keptTracking, shared: ownLimiter })
  for (let made = 0; made < 6; made++) await own.takeRegistration(address(1))
  await expect(own.takeRegistration(address(1))).rejects.toMatchObject({
    code: 'too-many-calls',
    retryAfter: expect.any(Number),
  })
  await own.takeRegistration(address(2))
  await limits.takeRegistration(address(1))
})
