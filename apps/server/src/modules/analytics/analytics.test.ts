import { randomUUID } from 'node:crypto'
import { analyticsLimits, apiRoutes } from '@lastmile/contracts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TestServer } from '../../../test/running-server.ts'
import { trackedBatch, trackedEvent } from '../../../test/tracked-batch.ts'
import type { VisitorClient } from '../../../test/visitor-client.ts'

const { path } = apiRoutes.trackAnalytics

let server: TestServer
let visitor: VisitorClient

/** The limits of the server as they are in public. */
beforeAll(async () => {
  server = await TestServer.start({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1', MAX_ANALYTICS_EVENTS: '1000' })
})
afterAll(() => server.stop())

/** Each visitor is in a network of their own, unless a test says otherwise. */
let networks = 0
beforeEach(() => {
  visitor = server.visitor()
  networks++
})
const from = () => ({ 'x-forwarded-for': `198.51.100.${networks}` })
const post = (body: unknown, client = visitor) => client.request('POST', path, JSON.stringify(body), from())

/** All rows of a table, read beside the server. */
const rows = (table: 'analytics_events' | 'analytics_visits' | 'analytics_tags') =>
  server.beside(
    async (database) => (await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(database)).rows,
  )
const rowsOf = async (sessionId: string) =>
  (await rows('analytics_events')).filter((row) => row.sessionId === sessionId)

describe('events', () => {
  it('are kept without what could lead to a person or a device', async () => {
    const event = trackedEvent({
      type: 'onboarding_step_complete',
      action: 'next',
      label: 'connect.next',
      value: 3,
      url: '/demo/clerk?invitation=canary#canary',
      properties: { character: 'clerk', screen: 'CONNECT', step: 2, wallet: 'plain', attempt: 1 },
    })
    const sent = { ...event, user: { ...event.user, connectionId: 'canary-connection' }, surprise: 'canary' }
    const answer = await post({ events: [sent], tags: [] })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ success: true, accepted: 1 })
    expect(await rowsOf(event.sessionId)).toEqual([
      {
        id: event.id,
        sessionId: event.sessionId,
        occurredAt: new Date(event.timestamp).toISOString(),
        type: 'onboarding_step_complete',
        action: 'next',
        label: 'connect.next',
        value: 3,
        path: '/demo/clerk',
        character: 'clerk',
        screen: 'CONNECT',
        step: 2,
        useCase: null,
        details: '{"attempt":1,"wallet":"plain"}',
      },
    ])
    expect((await rows('analytics_visits')).find((row) => row.sessionId === event.sessionId)).toEqual({
      sessionId: event.sessionId,
      beganAt: new Date(event.timestamp).toISOString(),
      device: 'mobile',
    })
    expect(JSON.stringify([await rows('analytics_events'), await rows('analytics_visits')])).not.toMatch(
      /canary|search\.example|newsletter|361x801|ha-NG/i,
    )
  })

  it('set no cookie, and take none into account', async () => {
    const answer = await post(trackedBatch())
    expect(answer.headers.get('set-cookie')).toBeNull()
    await visitor.call('getWallets')
    expect((await post(trackedBatch())).status).toBe(200)
    expect(JSON.stringify(await rows('analytics_events'))).not.toContain(visitor.cookie)
  })

  it('are kept once, however often they are sent, also at the same time', async () => {
    const sessionId = randomUUID()
    const batch = trackedBatch({ sessionId }, { sessionId, type: 'scroll_depth', value: 25, properties: { depth: 25 } })
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(batch)))
    expect(answers.map(({ body }) => body)).toEqual(Array(10).fill({ success: true, accepted: 2 }))
    expect(await rowsOf(sessionId)).toHaveLength(2)
  })

  it('that are there already bring no visit with them, and no tag', async () => {
    const event = trackedEvent({})
    await post({ events: [event] })
    const before = (await rows('analytics_visits')).length
    const again = Array.from({ length: 90 }, () => ({ ...event, sessionId: randomUUID() }))
    const tags = [{ key: 'theme', value: 'dark', timestamp: 0 }]
    expect((await post({ events: again, tags })).body).toEqual({ success: true, accepted: 1 })
    expect(await rows('analytics_visits')).toHaveLength(before)
    const strangers = new Set<unknown>(again.map(({ sessionId }) => sessionId))
    expect((await rows('analytics_tags')).filter(({ sessionId }) => strangers.has(sessionId))).toEqual([])
  })

  it('of a character that a visitor brought along are kept without its names', async () => {
    const sessionId = randomUUID()
    const properties = { character: 'bola-ade-of-ibadan', screen: 'CONNECT_BOLA', step: 3, useCase: 'bolas-shop' }
    await post(trackedBatch({ sessionId, properties, url: '/uc/bolas-shop' }))
    expect(await rowsOf(sessionId)).toMatchObject([
      { character: 'uploaded', screen: null, step: 3, useCase: null, path: '/other' },
    ])
  })

  it.each([
    ['in the future', 60_000],
    ['before last night', -3 * 24 * 60 * 60_000],
  ])('from a clock that says %s get the time of the server', async (_when, offset) => {
    const sessionId = randomUUID()
    await post(trackedBatch({ sessionId, timestamp: Date.now() + offset }))
    const [row] = await rowsOf(sessionId)
    expect(Math.abs(Date.parse(String(row?.occurredAt)) - Date.now())).toBeLessThan(10_000)
  })

  it('go when they are too old or too many', async () => {
    const sessionId = randomUUID()
    await post({ ...trackedBatch({ sessionId }), tags: [{ key: 'theme', value: 'dark', timestamp: 0 }] })
    const days = (count: number) => new Date(Date.now() + count * 24 * 60 * 60_000)
    await server.context.analytics.sweep(days(89))
    expect(await rowsOf(sessionId)).toHaveLength(1)
    await server.context.analytics.sweep(days(91))
    expect(await rows('analytics_events')).toHaveLength(0)
    expect(await rows('analytics_visits')).toHaveLength(0)
    expect(await rows('analytics_tags')).toHaveLength(0)

    for (let call = 0; call < 11; call++) {
      const timestamp = Date.now() - 60_000 + call * 1_000
      networks++
      await post({ events: Array.from({ length: 100 }, (_, index) => trackedEvent({ timestamp: timestamp + index })) })
    }
    expect(await rows('analytics_events')).toHaveLength(1_100)
    await server.context.analytics.sweep(new Date())
    expect(await rows('analytics_events')).toHaveLength(1_000)
  })
})

describe('the share of one network', () => {
  const hundred = (timestamp: number) => ({ events: Array.from({ length: 100 }, () => trackedEvent({ timestamp })) })

  it('leaves room for what the others brought before, whatever port or address of its own it sends from', async () => {
    await server.context.analytics.sweep(new Date(Date.now() + 91 * 24 * 60 * 60_000))
    const sessionId = randomUUID()
    const earlier = Date.now() - 60_000
    await post(trackedBatch(...Array(50).fill({ sessionId, timestamp: earlier })))
    const accepted: unknown[] = []
    const flood = async (forwarded: string) => {
      const from = { 'x-forwarded-for': forwarded }
      const { body } = await visitor.request('POST', path, JSON.stringify(hundred(Date.now())), from)
      accepted.push('accepted' in body && body.accepted)
    }
    for (const port of [1, 2, 3, 4, 5, 6]) await flood(`203.0.113.9:${port}`)
    for (const end of [1, 2, 3, 4, 5, 6]) await flood(`[2001:db8:0:1::${end}]:443`)
    expect(accepted).toEqual([100, 0, 0, 0, 0, 0, 100, 0, 0, 0, 0, 0])
    await server.context.analytics.sweep(new Date())
    expect(await rowsOf(sessionId)).toHaveLength(50)
  })

  it('is as large as it is however the events come', async () => {
    const before = (await rows('analytics_events')).length
    for (let call = 0; call < 120; call++) expect((await post(trackedBatch())).status).toBe(200)
    expect(await rows('analytics_events')).toHaveLength(before + 100)
    networks++
    expect((await post(trackedBatch())).body).toEqual({ success: true, accepted: 1 })
  })
})

it('nothing is kept of a browser that asks every site not to track', async () => {
  const before = await server.rowCounts()
  const body = JSON.stringify({ ...trackedBatch(), tags: [{ key: 'theme', value: 'dark', timestamp: 0 }] })
  const answer = await visitor.request('POST', path, body, { ...from(), 'sec-gpc': '1' })
  expect([answer.status, answer.body]).toEqual([200, { success: true, accepted: 0 }])
  expect(await server.rowCounts()).toEqual(before)
  const allowed = await visitor.request('POST', path, body, { ...from(), 'sec-gpc': '0' })
  expect(allowed.body).toEqual({ success: true, accepted: 1 })
})

describe('tags', () => {
  const tag = (key: string, value: string) => ({ key, value, timestamp: Date.now() })
  const tagsOf = async (sessionId: string) =>
    (await rows('analytics_tags'))
      .filter((row) => row.sessionId === sessionId)
      .toSorted((one, other) => String(one.key).localeCompare(String(other.key)))

  it('have the newest value of each key', async () => {
    const sessionId = randomUUID()
    await post({ ...trackedBatch({ sessionId }), tags: [tag('theme', 'light'), tag('wallet', 'plain')] })
    await post({ ...trackedBatch({ sessionId }), tags: [tag('entry', 'demo.clerk'), tag('theme', 'dark')] })
    expect(await tagsOf(sessionId)).toEqual([
      expect.objectContaining({ key: 'entry', value: 'demo.clerk' }),
      expect.objectContaining({ key: 'theme', value: 'dark' }),
      expect.objectContaining({ key: 'wallet', value: 'plain' }),
    ])
  })

  it('hold no name that only a visitor knows', async () => {
    const sessionId = randomUUID()
    const own = [tag('character', 'bola-ade'), tag('wallet', 'bolas-own'), tag('entry', 'bola'), tag('theme', 'bolas')]
    await post({ ...trackedBatch({ sessionId }), tags: own })
    expect(await tagsOf(sessionId)).toEqual([])
  })
})

describe('what is refused', () => {
  const eventWith = (changes: Record<string, unknown>) => ({ events: [{ ...trackedEvent(), ...changes }] })
  const withProperty = (name: string, value: unknown) => eventWith({ properties: { [name]: value } })
  it.each<[string, unknown]>([
    ['no events', { events: [], tags: [] }],
    ['more events than one call may bring', trackedBatch(...Array(analyticsLimits.sessionEvents + 1).fill({}))],
    ['an unspecified type', eventWith({ type: 'password_typed' })],
    ['an unspecified property', withProperty('fullName', 'bola')],
    ['a form field with what is in it', withProperty('field', 'Bola Ade')],
    ['a character that is no slug', withProperty('character', 'Bola Ade')],
    ['a screen that is no id', withProperty('screen', 'bola@example.org')],
    ['an address with a query as a target', withProperty('target', '/demo?name=bola')],
    ['a host with more than a name in it', withProperty('target', `${'a.'.repeat(200)}example`)],
    ['an email address as a label', eventWith({ label: 'bola@example.org' })],
    ['a sentence as a label', eventWith({ label: 'Bola was born in Kano' })],
    ['a date of birth as a label', eventWith({ label: 'd19900131' })],
    ['the number of a document as an action', eventWith({ action: 'A01234567' })],
    ['a phone number as a value', eventWith({ value: 2348012345678 })],
    ['an event without an id of its own', eventWith({ id: '1' })],
    ['a time that is none', eventWith({ timestamp: 'today' })],
    ['a person who signed in', eventWith({ user: { type: 'personal', isAuthenticated: true } })],
    ['an unspecified tag', { ...trackedBatch(), tags: [{ key: 'name', value: 'bola', timestamp: 1 }] }],
    [
      'a tag with an email address',
      { ...trackedBatch(), tags: [{ key: 'entry', value: 'a@b.example', timestamp: 1 }] },
    ],
    ['too many tags', { ...trackedBatch(), tags: Array(21).fill({ key: 'theme', value: 'dark', timestamp: 1 }) }],
  ])('%s, with nothing of the call kept', async (_what, body) => {
    const before = await server.rowCounts()
    const answer = await post(body)
    expect(answer.status).toBe(400)
    expect(answer.body.error.code).toMatch(/^field-(not-valid|missing|unknown)$/)
    expect(answer.body.error.message).not.toMatch(/bola|a@b/i)
    expect(await server.rowCounts()).toEqual(before)
  })

  it('calls from the pages of another site', async () => {
    const answer = await visitor.request('POST', path, JSON.stringify(trackedBatch()), {
      ...from(),
      origin: 'https://elsewhere.example',
    })
    expect(answer.status).toBe(403)
  })

  it('a visit that sends too often, and no other in the same network', async () => {
    const sessionId = randomUUID()
    for (let call = 0; call < 30; call++) expect((await post(trackedBatch({ sessionId }))).status).toBe(200)
    const last = await post(trackedBatch({}, { sessionId }))
    expect(last.status).toBe(429)
    expect(last.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await rowsOf(sessionId)).toHaveLength(30)
    expect((await post(trackedBatch())).status).toBe(200)
    // The demo's own calls have limits of their own.
    expect((await visitor.request('DELETE', '/demo/proofs/none', undefined, from())).status).toBe(404)
  })

  it('a network that sends far too often', async () => {
    const statuses = []
    for (let call = 0; call < 601; call++) statuses.push((await post({}, server.visitor())).status)
    expect(statuses.at(-2)).toBe(400)
    expect(statuses.at(-1)).toBe(429)
  })
})
