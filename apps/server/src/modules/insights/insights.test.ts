import { randomUUID } from 'node:crypto'
import { apiRoutes, type EventType } from '@lastmile/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TestServer } from '../../../test/running-server.ts'
import { trackedEvent } from '../../../test/tracked-batch.ts'
import type { VisitorClient } from '../../../test/visitor-client.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'

const passcode = 'seven quiet herons'
const path = '/server/insights'
const formType = { 'content-type': 'application/x-www-form-urlencoded' }

let server: TestServer
let database: Database

beforeAll(async () => {
  server = await TestServer.start({ INSIGHTS_PASSCODE: passcode, TRUST_PROXY: '1', RATE_LIMIT_FACTOR: '1' })
  database = await openDatabase(server.config)
  await plantVisits()
  await plantRecords()
})
afterAll(async () => {
  await database.destroy()
  await server.stop()
})

/** Each visitor is in a network of their own, unless a test says otherwise. */
let networks = 0
beforeEach(() => {
  networks++
})
const from = () => ({ 'x-forwarded-for': `198.51.100.${networks}` })

const get = async (client: VisitorClient, address: string) => {
  const answer = await client.request('GET', address, undefined, from())
  return { ...answer, text: String(answer.body ?? '') }
}
const submit = async (client: VisitorClient, to: string, fields: Record<string, string>) => {
  const answer = await client.request('POST', `${path}/${to}`, String(new URLSearchParams(fields)), {
    ...formType,
    ...from(),
  })
  return { ...answer, text: String(answer.body ?? '') }
}
const operator = async () => {
  const client = server.visitor()
  expect((await submit(client, 'sign-in', { passcode })).status).toBe(303)
  return client
}
const linesOf = async (client: VisitorClient, file: string, query = 'period=24h') => {
  const { status, headers, text } = await get(client, `${path}/${file}.csv?${query}`)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toMatch(
    /^attachment; filename="[a-z-]+-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv"$/,
  )
  return text.trimEnd().split('\r\n')
}

const clerk = ['PICK_CHARACTER', 'CONNECT', 'ACCEPT_CREDENTIAL', 'SETUP_COMPLETED']

/** Four visits through the API: one completes, one leaves at step two, one only looks, one has its own character. */
async function plantVisits() {
  const visit = async (...events: { type: EventType; action?: string; properties?: object; url?: string }[]) => {
    const sessionId = randomUUID()
    const tags = [
      { key: 'theme', value: 'dark', timestamp: 0 },
      { key: 'wallet', value: 'plain', timestamp: 0 },
      { key: 'entry', value: 'home', timestamp: 0 },
    ]
    const body = { events: events.map((event) => trackedEvent({ sessionId, ...event })), tags }
    const { status } = await server.visitor().request('POST', apiRoutes.trackAnalytics.path, JSON.stringify(body))
    expect(status).toBe(200)
  }
  const start = {
    type: 'onboarding_start' as const,
    properties: { character: 'clerk', screen: 'PICK_CHARACTER', step: 1 },
  }
  const steps = clerk.map((screen, index) => ({
    type: 'onboarding_step_complete' as const,
    action: 'next',
    properties: { character: 'clerk', screen, step: index + 1 },
  }))
  const useCase = { character: 'clerk', useCase: 'enter-archive' }
  const home = { type: 'page_view' as const, url: '/' }
  await visit(
    home,
    start,
    // A skip leaves no trace of a screen in between, and a step that is taken twice counts once.
    ...steps.filter(({ properties }) => properties.screen !== 'ACCEPT_CREDENTIAL'),
    ...steps.slice(0, 1),
    { type: 'onboarding_complete', properties: { character: 'clerk' } },
    { type: 'button_click', action: 'start', properties: useCase },
    { type: 'button_click', action: 'start', properties: useCase },
    { type: 'button_click', action: 'complete', properties: useCase },
  )
  await visit(home, home, start, ...steps.slice(0, 1), { type: 'button_click', action: 'start', properties: useCase })
  await visit({ type: 'page_view', url: '/<script>alert(1)</script>' })
  await visit(
    { type: 'onboarding_start', properties: { character: 'somebodys-own', step: 1 } },
    { type: 'onboarding_step_complete', properties: { character: 'somebodys-own', screen: 'CONNECT', step: 2 } },
  )
}

/** The entries of a demo: two credentials, one of them revoked, and one that was never accepted. */
async function plantRecords() {
  const now = new Date().toISOString()
  const states = {
    credential: ['credential_issued', 'credential_revoked', 'offer_sent', 'abandoned'],
    proof: ['verified', 'verified', 'verified', 'expired', 'request_sent'],
    connection: ['active', 'invited'],
  } as const
  for (const [kind, all] of Object.entries(states) as [keyof typeof states, readonly string[]][]) {
    for (const state of all) {
      const times = { dueAt: now, createdAt: now, updatedAt: now }
      const protocol = 'didcomm' as const
      const row = { id: randomUUID(), kind, protocol, visitor: 'v', state, version: 1, forgotten: 1 as const, ...times }
      await database.insertInto('ledger').values(row).execute()
    }
  }
  const message = {
    visitor: null,
    name: 'x',
    email: 'x@example.org',
    phone: '',
    subject: 'Other' as const,
    message: 'x',
  }
  const delivery = { state: 'waiting' as const, attempts: 0, nextAttemptAt: now, lastError: null, deliveredAt: null }
  for (const createdAt of [now, '2020-01-01T00:00:00.000Z']) {
    const row = { id: randomUUID(), ...message, ...delivery, createdAt }
    await database.insertInto('contactMessages').values(row).execute()
  }
}

describe('the passcode', () => {
  it('is asked for, and a wrong one opens nothing', async () => {
    const stranger = server.visitor()
    const page = await get(stranger, path)
    expect(page.status).toBe(200)
    expect(page.text).toContain('type="password"')
    expect(page.text).not.toContain('Visits')
    for (const wrong of ['', passcode.slice(1), `${passcode} `, passcode.toUpperCase(), 'x'.repeat(201)]) {
      const refused = await submit(stranger, 'sign-in', { passcode: wrong })
      expect(refused.status).toBe(403)
      expect(refused.text).toContain('That is not the passcode')
      expect(refused.headers.get('set-cookie')).toBeNull()
    }
    const missing = await submit(stranger, 'sign-in', {})
    expect(missing.status).toBe(403)
    for (const file of ['activity', 'funnel', 'use-cases', 'pages', 'visits', 'events']) {
      const { status, headers } = await get(stranger, `${path}/${file}.csv`)
      expect(status).toBe(303)
      expect(headers.get('location')).toBe(path)
    }
  })

  it('gives a cookie that only this page gets, for eight hours', async () => {
    const client = server.visitor()
    const answer = await submit(client, 'sign-in', { passcode })
    expect(answer.headers.get('location')).toBe(path)
    expect(answer.headers.get('set-cookie')).toMatch(
      /^insights=\d+\.[\w-]{43}; Max-Age=28800; Path=\/server\/insights; HttpOnly; SameSite=Strict$/,
    )
    expect((await get(client, path)).text).toContain('Sign out')
  })

  it.each([
    ['nothing', ''],
    ['a time without a signature', 'insights=9999999999'],
    ['a signature of another time', ''],
    ['a time that is over', ''],
  ])('is needed again with %s in the cookie', async (what, cookie) => {
    const client = await operator()
    const [, until, signature] = /insights=(\d+)\.(.+)/.exec(client.cookie ?? '') ?? []
    client.cookie = cookie
    if (what.includes('another')) client.cookie = `insights=${Number(until) + 1}.${signature}`
    if (what.includes('over')) {
      const old = await server.context.insights?.sessions.begin(new Date(Date.now() - 8 * 60 * 60 * 1000))
      client.cookie = `insights=${old}`
    }
    expect((await get(client, path)).text).toContain('type="password"')
  })

  it('ends with the sign-out, for copies of the cookie too', async () => {
    const [client, copy] = [await operator(), server.visitor()]
    copy.cookie = client.cookie
    expect((await submit(server.visitor(), 'sign-out', {})).status).toBe(303)
    expect((await get(copy, path)).text).toContain('Sign out')
    const { headers } = await submit(client, 'sign-out', {})
    expect(headers.get('set-cookie')).toContain('insights=;')
    expect((await get(copy, path)).text).toContain('type="password"')
  })

  it('is taken from a page of ours only, and so is the sign-out', async () => {
    const client = await operator()
    const elsewhere = { ...formType, ...from(), origin: 'https://elsewhere.example' }
    for (const to of ['sign-in', 'sign-out']) {
      const body = String(new URLSearchParams({ passcode }))
      const answer = await client.request('POST', `${path}/${to}`, body, elsewhere)
      expect(answer.status).toBe(403)
      expect(answer.headers.get('set-cookie')).toBe(null)
    }
    expect((await get(client, path)).text).toContain('Sign out')
  })

  it('can be tried ten times from one network', async () => {
    const attempts = []
    for (let attempt = 0; attempt < 10; attempt++) {
      attempts.push((await submit(server.visitor(), 'sign-in', { passcode: 'guess' })).status)
    }
    expect(new Set(attempts)).toEqual(new Set([403]))
    const refused = await submit(server.visitor(), 'sign-in', { passcode })
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(refused.text).toContain('Too many attempts')
    networks++
    expect((await submit(server.visitor(), 'sign-in', { passcode })).status).toBe(303)
  })

  it('is taken as a form only, of a bounded size', async () => {
    const client = server.visitor()
    const large = await submit(client, 'sign-in', { passcode: 'x'.repeat(5_000) })
    expect(large.status).toBe(413)
    const xml = await client.request('POST', `${path}/sign-in`, '<a/>', { 'content-type': 'text/xml', ...from() })
    expect(xml.status).toBe(415)
  })
})

describe('the page', () => {
  it('stays out of caches, search engines and other sites, and runs nothing', async () => {
    for (const client of [server.visitor(), await operator()]) {
      const { headers, text } = await get(client, path)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
      expect(headers.get('content-security-policy')).toMatch(/style-src 'self' 'sha256-[^']+';/)
      expect(headers.get('content-security-policy')).not.toContain('unsafe')
      expect(text).toContain('<meta name="robots" content="noindex, nofollow">')
      expect(text).not.toMatch(/<script|\sstyle=|\son\w+=/)
    }
  })

  it('shows what was counted', async () => {
    const { status, text } = await get(await operator(), `${path}?period=24h`)
    expect(status).toBe(200)
    const tiles = [...text.matchAll(/<dt>([^<]+)<\/dt><dd>([^<]+)<\/dd><dd class="source">([^<]+)</g)].map((match) =>
      match.slice(1),
    )
    expect(tiles).toEqual([
      ['Visits', '4', 'visitors who agreed to analytics'],
      ['Wallets connected', '1', 'server records'],
      ['Credentials issued', '2', 'server records'],
      ['Proofs verified', '3', 'server records'],
      ['Contact messages', '1', 'server records'],
    ])
    expect(text).toContain('1 of 2 finished (50%)')
    expect(text).not.toContain('alert(1)')
  })

  it.each([
    ['period=7d', 200],
    ['period=30d', 200],
    ['period=forever', 400],
    ['period=custom', 400],
    ['period=custom&from=2026-02-30&to=2026-03-01', 400],
    ['period=custom&from=2001-01-01&to=2001-01-02', 400],
    ['period=custom&from=%3Cscript%3E&to=x', 400],
    ['period=7d&period=24h', 400],
  ])('answers %s with %i and never with a failure', async (query, status) => {
    const page = await get(await operator(), `${path}?${query}`)
    expect(page.status).toBe(status)
    expect(page.text.includes('These days can’t be shown')).toBe(status === 400)
    expect(page.text).not.toContain('%3Cscript')
  })

  it('shows the days that were asked for, both included', async () => {
    const today = new Date().toISOString().slice(0, 10)
    const { status, text } = await get(await operator(), `${path}?period=custom&from=${today}&to=${today}`)
    expect(status).toBe(200)
    expect(text).toContain(`name="from" value="${today}"`)
    expect(text).toContain('<dt>Visits</dt><dd>4</dd>')
  })
})

describe('the files', () => {
  it('hold the same numbers, by the hour', async () => {
    const [head, ...lines] = await linesOf(await operator(), 'activity')
    expect(head).toBe(
      'time (UTC),visits with consent,wallets connected,credentials issued,proofs verified,proofs refused,contact messages',
    )
    expect(lines).toHaveLength(24)
    const sums = lines
      .map((line) => line.split(',').slice(1).map(Number))
      .reduce((sum, line) => sum.map((each, index) => each + (line[index] ?? 0)))
    expect(sums).toEqual([4, 1, 2, 3, 1, 1])
  })

  it('count each visit up to the furthest step it came to', async () => {
    const lines = await linesOf(await operator(), 'funnel')
    expect(lines.filter((line) => line.startsWith('clerk'))).toEqual([
      'clerk,0,Started,2,0',
      'clerk,1,PICK_CHARACTER,2,0',
      'clerk,2,CONNECT,1,1',
      'clerk,3,ACCEPT_CREDENTIAL,1,0',
      'clerk,4,SETUP_COMPLETED,1,0',
    ])
    expect(lines.filter((line) => line.startsWith('uploaded'))).toEqual([
      'uploaded,0,Started,1,0',
      'uploaded,1,Step 1,1,0',
      'uploaded,2,Step 2,1,0',
      'uploaded,3,Finished,0,1',
    ])
  })

  it('count use cases and pages by visit', async () => {
    const client = await operator()
    expect(await linesOf(client, 'use-cases')).toContain('Bola,enter-archive,Enter the archive,2,1')
    expect(await linesOf(client, 'pages')).toEqual(['page,views,visits', '/,3,2', '/other,1,1'])
    expect(await linesOf(client, 'visits')).toEqual([
      'kind,name,visits',
      'entry,/,4',
      'device,Phones,4',
      'wallet,Plain Wallet,4',
      'theme,Dark,4',
    ])
  })

  it('count what was noted of a visit with the visit, however long it went on', async () => {
    const client = await operator()
    const sessionId = randomUUID()
    const beganAt = new Date(Date.now() - 26 * 60 * 60 * 1000).toISOString()
    await database.insertInto('analyticsVisits').values({ sessionId, beganAt, device: 'tablet' }).execute()
    const light = { sessionId, key: 'theme', value: 'light', updatedAt: new Date().toISOString() }
    await database.insertInto('analyticsTags').values(light).execute()
    const ofThisVisit = async (period: string) =>
      (await linesOf(client, 'visits', `period=${period}`)).filter((line) => /Tablets|Light/.test(line))
    expect(await ofThisVisit('24h')).toEqual([])
    expect(await ofThisVisit('7d')).toEqual(['device,Tablets,1', 'theme,Light,1'])
    await database.deleteFrom('analyticsVisits').where('sessionId', '=', sessionId).execute()
    await database.deleteFrom('analyticsTags').where('sessionId', '=', sessionId).execute()
  })

  it('hold every event, however many there are', async () => {
    const client = await operator()
    const before = await linesOf(client, 'events')
    expect(before[0]).toBe('occurredAt,sessionId,type,action,label,value,path,character,screen,step,useCase,details')
    const occurredAt = new Date().toISOString()
    const rows = Array.from({ length: 1_100 }, () => ({
      id: randomUUID(),
      sessionId: 'many',
      occurredAt,
      type: 'scroll_depth' as const,
      // As if it had come past the contract.
      label: '=HYPERLINK("https://evil.example")',
      action: '+1,2',
      value: 25,
      path: '/',
      character: null,
      screen: null,
      step: null,
      useCase: null,
      details: '{"depth":25}',
    }))
    for (let index = 0; index < rows.length; index += 100) {
      await database
        .insertInto('analyticsEvents')
        .values(rows.slice(index, index + 100))
        .execute()
    }
    const lines = await linesOf(client, 'events')
    expect(lines).toHaveLength(before.length + 1_100)
    expect(lines.at(-1)).toBe(
      `${occurredAt},many,scroll_depth,"'+1,2","'=HYPERLINK(""https://evil.example"")",25,/,,,,,"{""depth"":25}"`,
    )
    await database.deleteFrom('analyticsEvents').where('sessionId', '=', 'many').execute()
  })

  it('refuse a period that can not be read', async () => {
    const { status, text } = await get(await operator(), `${path}/events.csv?period=custom`)
    expect(status).toBe(400)
    expect(text).toContain('can’t be shown')
  })
})

it('is not there without a passcode', async () => {
  const plain = await TestServer.start()
  try {
    const client = plain.visitor()
    for (const [method, address] of [
      ['GET', path],
      ['GET', `${path}/events.csv`],
      ['POST', `${path}/sign-in`],
    ] as const) {
      expect((await client.request(method, address, method === 'POST' ? '{}' : undefined)).status).toBe(404)
    }
  } finally {
    await plain.stop()
  }
})
