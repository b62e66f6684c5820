import { analyticsBatch, type TrackedEvent } from '@lastmile/contracts'
import { eventTypes } from '@lastmile/contracts/analytics'
import { describe, expect, it } from 'vitest'
import { bodyOf, nextBatch } from './batch.ts'
import { categoryOf, contextOf, deviceOf, deviceTypeOf, pageOf, type ReportedEvent, trackedEvent } from './event.ts'
import { uuidOf } from './event-id.ts'
import { scrollDepthsReached } from './scroll-depth.ts'
import {
  addEvent,
  addTag,
  clearSession,
  newSession,
  type TrackingSession,
  withAnalytics,
  withoutEvents,
  withTracking,
} from './session.ts'

const origin = 'https://demo.example.org'
const iPad =
  'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 Version/16.6 Mobile/15E148 Safari/604.1'
const android = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36'
const desktop = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36'

const id = (number: number) => uuidOf(new Uint8Array(16).map((_, index) => (index < 8 ? number : 7) + index))
const device = deviceOf(android, { width: 360, height: 800 }, 'en-NG')
const page = (url = '/demo') => pageOf({ url, title: 'Demo', referrer: '', origin })

let events = 0
const event = (reported: ReportedEvent, url?: string): TrackedEvent =>
  trackedEvent(reported, { id: id(++events), sessionId: id(0), now: 1_000 + events, page: page(url), device })

const sessionWith = (...reports: ReportedEvent[]) =>
  reports.reduce((session, reported) => addEvent(session, event(reported)), newSession(id(0), 1_000))

/** The event types (docs/product.md, section 3). */
const specified =
  'page_view route_change button_click form_submit form_field_focus link_click onboarding_start onboarding_step_complete onboarding_abandoned onboarding_complete credential_request credential_accept credential_reject credential_view connection_initiate connection_complete connection_failed qr_code_scan proof_request proof_submit proof_verified proof_failed contact_form_start contact_form_submit contact_form_abandon error_occurred retry_action time_on_page scroll_depth file_download external_link cred_not_received'.split(
    ' ',
  )

describe('an event', () => {
  it('has a category for every type of the order', () => {
    expect([...eventTypes].sort()).toEqual(specified.sort())
    for (const type of eventTypes) expect(event({ type }).type).toBe(type)
    expect(categoryOf('cred_not_received')).toBe('credential')
    expect(categoryOf('page_view')).toBe('navigation')
  })

  it('is what the server takes, whatever the page is called', () => {
    const reported: ReportedEvent = {
      type: 'onboarding_step_complete',
      action: 'next',
      label: 'connect.next',
      properties: { character: 'student', screen: 'CONNECT_2', step: 4 },
    }
    const made = event(reported, `${origin}/demo/student?invitation=secret#x`)
    expect(analyticsBatch.parse({ events: [made] })).toEqual({ events: [made], tags: [] })
    expect(made).toMatchObject({
      category: 'onboarding',
      page: { url: '/demo/student' },
      user: { type: 'anonymous', isAuthenticated: false, connectionId: null },
    })
  })

  it('keeps of addresses only paths of this site and hosts of others', () => {
    const read = (url: string, referrer: string) => pageOf({ url, referrer, title: 'x'.repeat(300), origin })
    expect(read(`${origin}/uc/student-price?a=b`, `${origin}/demo?x=1`)).toMatchObject({
      url: '/uc/student-price',
      referrer: '/demo',
    })
    expect(read(origin, 'https://www.search.example:8443/find?q=my+name')).toMatchObject({
      url: '/',
      referrer: 'www.search.example',
    })
    expect(read('/me@example.org', '').url).toBe('/other')
    expect(read('/person/19900131', 'about:blank')).toMatchObject({ url: '/other', referrer: '' })
    expect(read('/', 'https://bola:secret@shop.example/')).toMatchObject({ referrer: 'shop.example' })
    expect(read('/', '').title).toHaveLength(200)
  })

  it('reports the campaign only in words that are none of a person', () => {
    const parameters: Record<string, string> = { utm_source: 'newsletter', utm_campaign: 'bola@example.org' }
    expect(contextOf((name) => parameters[name] ?? null)).toEqual({
      source: 'newsletter',
      campaign: undefined,
      medium: undefined,
    })
  })

  it('gets an id that is a UUID', () => {
    expect(uuidOf(new Uint8Array(16))).toBe('00000000-0000-4000-8000-000000000000')
    expect(uuidOf(new Uint8Array(16).fill(255))).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff')
  })
})

describe('a session', () => {
  it('starts tracking and sends nothing', () => {
    expect(newSession(id(0), 1_000)).toMatchObject({
      sessionId: id(0),
      isTracking: true,
      isAnalyticsEnabled: false,
      events: [],
      tags: [],
      sessionStartTime: 1_000,
      lastEventTime: null,
      profile: { totalEvents: 0, firstSeen: null, onboardingCompleted: false },
    })
  })

  it('keeps the newest 100 events and counts them all', () => {
    const all = Array.from({ length: 101 }, () => event({ type: 'page_view' }))
    const session = all.reduce(addEvent, newSession(id(0), 0))
    expect(session.events).toEqual(all.slice(1))
    expect(session.profile).toMatchObject({ totalEvents: 101, firstSeen: all[0]?.timestamp, pagesVisited: ['/demo'] })
    expect(session.lastEventTime).toBe(all[100]?.timestamp)
  })

  it('adds up what the order counts', () => {
    const session = sessionWith(
      { type: 'connection_initiate' },
      { type: 'connection_complete' },
      { type: 'credential_request' },
      { type: 'credential_accept' },
      { type: 'credential_accept' },
      { type: 'onboarding_complete' },
      { type: 'proof_submit' },
      { type: 'proof_verified' },
      { type: 'proof_failed' },
      { type: 'time_on_page', value: 12 },
      { type: 'time_on_page', value: 30 },
    )
    expect(session.profile).toMatchObject({
      totalEvents: 11,
      conversions: 1,
      credentialsIssued: 2,
      proofsVerified: 1,
      onboardingCompleted: true,
      totalTimeSpent: 42,
      pagesVisited: [],
    })
  })

  it('counts each page once', () => {
    const views = ['/', '/demo', '/'].map((url) => event({ type: 'page_view' }, url))
    expect(views.reduce(addEvent, newSession(id(0), 0)).profile.pagesVisited).toEqual(['/', '/demo'])
  })

  it('has one tag of each key, by the visitor unless said otherwise', () => {
    let session = addTag(newSession(id(0), 0), { key: 'character', value: 'student', timestamp: 1 })
    session = addTag(session, { key: 'theme', value: 'dark', timestamp: 2, source: 'page' })
    session = addTag(session, { key: 'character', value: 'small-business-owner', timestamp: 3 })
    expect(session.tags).toEqual([
      { key: 'theme', value: 'dark', timestamp: 2, source: 'page' },
      { key: 'character', value: 'small-business-owner', timestamp: 3, source: 'user_action' },
    ])
  })

  it('takes nothing while tracking is switched off', () => {
    const off = withTracking(newSession(id(0), 0), false)
    expect(addEvent(off, event({ type: 'page_view' }))).toBe(off)
    expect(addTag(off, { key: 'theme', value: 'dark', timestamp: 1 })).toBe(off)
    expect(addEvent(withTracking(off, true), event({ type: 'page_view' })).events).toHaveLength(1)
  })

  it('sends only what may be sent, and keeps what comes meanwhile', () => {
    const some = sessionWith({ type: 'button_click' }, { type: 'scroll_depth' })
    expect(nextBatch(some)).toBeUndefined()
    const enabled = withAnalytics(some, true)
    const batch = nextBatch(enabled)
    expect(batch?.events).toEqual(some.events)
    const later = withoutEvents(addEvent(enabled, event({ type: 'page_view' })), batch?.events ?? [])
    expect(later.events).toHaveLength(1)
    expect(later.profile.totalEvents).toBe(3)
    expect(nextBatch(withoutEvents(later, later.events))).toBeUndefined()
  })

  it('sends a few events whole, and 100 within what a browser still sends at the end of a page', () => {
    const reported: ReportedEvent = {
      type: 'onboarding_step_complete',
      action: 'next',
      properties: {
        character: 'small-business-owner',
        screen: 'ACCEPT_CREDENTIAL',
        step: 4,
        target: '/uc/open-account',
      },
    }
    const whole = nextBatch(withAnalytics(sessionWith(...Array(20).fill(reported)), true))
    if (!whole) throw new Error('nothing to send')
    expect(JSON.parse(bodyOf(whole))).toEqual(whole)

    const device = deviceOf('x'.repeat(400), { width: 360, height: 800 }, 'en-NG')
    const title = 'ẹ'.repeat(200)
    const events = Array.from({ length: 100 }, () => ({ ...event(reported), device, page: { ...page(), title } }))
    const body = bodyOf({ events, tags: [{ key: 'theme', value: 'dark', source: 'page', timestamp: 1 }] })
    expect(body.length).toBeLessThan(48_000)
    expect(body).not.toMatch(/xxx|[^ -~]/)
    const received = analyticsBatch.parse(JSON.parse(body))
    expect(received.tags).toHaveLength(1)
    expect(received.events.map(({ page, user, device, ...kept }) => [kept, page.url, device.type])).toEqual(
      events.map(({ page, user, device, ...kept }) => [kept, page.url, device.type]),
    )
  })

  it('is empty after it was cleared, under a new id, with both switches as they were', () => {
    const before: TrackingSession = withTracking(withAnalytics(sessionWith({ type: 'credential_accept' }), true), false)
    expect(clearSession(before, id(9), 9_000)).toEqual({
      ...newSession(id(9), 9_000),
      isTracking: false,
      isAnalyticsEnabled: true,
    })
  })
})

describe('a device', () => {
  it.each([
    [iPad, 'tablet'],
    [android, 'mobile'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Mobile/15E148', 'mobile'],
    [desktop, 'desktop'],
    ['', 'desktop'],
  ])('%s is %s', (agent, type) => expect(deviceTypeOf(agent)).toBe(type))

  it('has a bounded agent string', () => {
    expect(deviceOf('x'.repeat(5_000), { width: 1280.4, height: 720 }, 'ha')).toEqual({
      type: 'desktop',
      userAgent: 'x'.repeat(400),
      screenResolution: '1280x720',
      language: 'ha',
    })
  })
})

it.each([
  ['en-NG', 'en-NG'],
  ['', ''],
  ['en-US@posix', ''],
])('a language that the browser calls %s is reported as %s', (language, reported) => {
  expect(deviceOf(desktop, { width: 1, height: 1 }, language).language).toBe(reported)
})

describe('scroll depth', () => {
  it.each([
    [24.9, 0, []],
    [25, 0, [25]],
    [80, 25, [50, 75]],
    [60, 75, []],
    [100, 75, [100]],
  ])('%s %% after %s reported gives %j', (percent, reported, steps) =>
    expect(scrollDepthsReached(percent, reported)).toEqual(steps),
  )
})
