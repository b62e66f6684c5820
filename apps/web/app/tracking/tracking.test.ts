// @vitest-environment happy-dom
import type { AnalyticsBatch } from '@lastmile/contracts'
import { analyticsBatch } from '@lastmile/contracts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { consentCookie, everything, giveConsent, nothingOptional } from '../consent/consent.ts'

let stop = () => {}
let jar = ''
const post = vi.fn<typeof fetch>()

/** Reloads the modules, as a page load does. */
async function load() {
  stop()
  vi.resetModules()
  const { showPage, startTracking } = await import('./start-tracking.ts')
  const { behaviorSession, track } = await import('./track.ts')
  const { pressed } = await import('./presses.ts')
  const contact = await import('./contact-progress.ts')
  const { trackedForm } = await import('./forms.ts')
  stop = startTracking()
  await codeLoaded()
  return { showPage, session: behaviorSession, track, pressed, trackedForm, ...contact }
}

/** Code that loads only with consent. */
const codeLoaded = () => vi.dynamicImportSettled()

/** Navigates to another address. */
function go(page: Awaited<ReturnType<typeof load>>, path: string) {
  history.replaceState(null, '', path)
  page.showPage(location.pathname)
}

function hide() {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
}

const agree = (consent: object) => giveConsent({ ...nothingOptional, ...consent })
const sent = (): AnalyticsBatch[] => post.mock.calls.map(([, init]) => JSON.parse(String(init?.body)))
const sentTypes = () => sent().flatMap(({ events }) => events.map(({ type }) => type))

beforeEach(() => {
  vi.useFakeTimers()
  jar = ''
  vi.spyOn(document, 'cookie', 'get').mockImplementation(() => jar)
  vi.spyOn(document, 'cookie', 'set').mockImplementation((cookie) => {
    if (cookie.startsWith(consentCookie.name)) jar = cookie.split(';')[0] ?? ''
  })
  sessionStorage.clear()
  localStorage.clear()
  document.body.innerHTML = ''
  document.title = 'Home'
  history.replaceState(null, '', '/?utm_source=newsletter&oob=secret#part')
  post.mockReset().mockImplementation(async () => new Response('{"success":true,"accepted":1}'))
  vi.stubGlobal('fetch', post)
})
afterEach(() => {
  stop()
  stop = () => {}
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('before consent, and without', () => {
  it('tracks in memory, sends nothing and keeps nothing', async () => {
    const page = await load()
    go(page, '/')
    page.track({ type: 'scroll_depth' })
    await vi.advanceTimersByTimeAsync(120_000)
    hide()
    dispatchEvent(new Event('pagehide'))
    expect(page.session().events.map(({ type }) => type)).toEqual(['page_view', 'scroll_depth', 'time_on_page'])
    expect(post).not.toHaveBeenCalled()
    expect([sessionStorage.length, localStorage.length, jar]).toEqual([0, 0, ''])
  })

  it('does not even load what sends', async () => {
    const loaded = vi.fn()
    vi.doMock('./sending.ts', () => {
      loaded()
      return { startSending: () => () => {} }
    })
    await load()
    agree(nothingOptional)
    await codeLoaded()
    expect(loaded).not.toHaveBeenCalled()
    agree({ analytics: true })
    await codeLoaded()
    expect(loaded).toHaveBeenCalledOnce()
    vi.doUnmock('./sending.ts')
  })

  it('does not even track where the browser refuses', async () => {
    agree(everything)
    vi.stubGlobal('navigator', { globalPrivacyControl: true, userAgent: '', language: '' })
    const page = await load()
    go(page, '/')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(page.session()).toMatchObject({ isTracking: false, isAnalyticsEnabled: false, events: [] })
    expect(post).not.toHaveBeenCalled()
  })
})

describe('with consent', () => {
  it('sends every 30 s what there is, in the form of the contract, and nothing twice', async () => {
    const page = await load()
    go(page, '/')
    agree({ analytics: true })
    await codeLoaded()
    expect(post).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(30_000)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(post).toHaveBeenCalledOnce()
    const [address, init] = post.mock.calls[0] ?? []
    expect(address).toBe('/demo/analytics/track')
    expect(init).toMatchObject({ method: 'POST', keepalive: true, credentials: 'omit' })
    const [batch] = sent()
    expect(analyticsBatch.parse(batch)).toEqual(batch)
    expect(batch).toMatchObject({
      events: [
        {
          type: 'page_view',
          page: { url: '/', title: 'Home' },
          user: { type: 'anonymous', isAuthenticated: false },
          context: { source: 'newsletter' },
        },
      ],
      tags: [{ key: 'entry', value: 'home', source: 'page' }],
    })
    expect(JSON.stringify(batch)).not.toContain('secret')
  })

  it('sends when the page is hidden, the time spent on it included', async () => {
    agree({ analytics: true })
    const page = await load()
    go(page, '/')
    await vi.advanceTimersByTimeAsync(12_000)
    hide()
    expect(sentTypes()).toEqual(['page_view', 'time_on_page'])
    expect(sent()[0]?.events[1]).toMatchObject({ value: 12 })
  })

  it('sends all that a session can hold in one call when the page is left, however often that is announced', async () => {
    agree({ analytics: true })
    const page = await load()
    document.title = 'x'.repeat(200)
    for (let press = 0; press < 100; press++) page.track({ type: 'button_click', action: 'next' })
    post.mockReturnValue(new Promise(() => {}))
    hide()
    dispatchEvent(new Event('pagehide'))
    expect(post).toHaveBeenCalledOnce()
    expect(String(post.mock.calls[0]?.[1]?.body).length).toBeLessThan(48_000)
    expect(sentTypes()).toHaveLength(100)
    expect(analyticsBatch.safeParse(sent()[0]).success).toBe(true)
  })

  it('only warns when sending fails, and sends again', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    agree({ analytics: true })
    const page = await load()
    go(page, '/')
    post
      .mockRejectedValueOnce(new TypeError('offline'))
      .mockImplementationOnce(async () => new Response('', { status: 503 }))
    await vi.advanceTimersByTimeAsync(90_000)
    expect(warn.mock.calls.map(([text]) => text)).toEqual(Array(2).fill('Failed to send analytics data'))
    expect(sentTypes()).toEqual(['page_view', 'page_view', 'page_view'])
    expect(page.session().events).toEqual([])
  })

  it('drops what the server will never take', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    agree({ analytics: true })
    const page = await load()
    go(page, '/')
    post.mockImplementation(async () => new Response('', { status: 400 }))
    await vi.advanceTimersByTimeAsync(90_000)
    expect(post).toHaveBeenCalledOnce()
  })

  it('goes on with the session after a page load, as long as it is agreed to', async () => {
    agree({ analytics: true })
    const first = await load()
    go(first, '/')
    dispatchEvent(new Event('pagehide'))
    const second = await load()
    expect(second.session()).toMatchObject({ sessionId: first.session().sessionId, profile: { pagesVisited: ['/'] } })

    agree({ analytics: false })
    expect(sessionStorage.length).toBe(0)
    expect(second.session()).toMatchObject({ isAnalyticsEnabled: false, events: [], profile: { totalEvents: 0 } })
    expect(second.session().sessionId).not.toBe(first.session().sessionId)
    post.mockClear()
    second.track({ type: 'button_click' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(post).not.toHaveBeenCalled()
  })
})

describe('what another page or tab did meanwhile', () => {
  const pageshow = () => dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))

  it('ends the sending and keeping, though this one was looked at all the time', async () => {
    agree({ analytics: true })
    const page = await load()
    go(page, '/')
    jar = `${consentCookie.name}=${consentCookie.version}.2026-01-01`
    page.track({ type: 'button_click' })
    await vi.advanceTimersByTimeAsync(30_000)
    dispatchEvent(new Event('pagehide'))
    expect(post).not.toHaveBeenCalled()
    expect(sessionStorage.length).toBe(0)
    expect(page.session().isAnalyticsEnabled).toBe(false)
    expect(page.session().profile.pagesVisited).toEqual([])
  })

  it('ends the sending at the very end of the page, too', async () => {
    agree({ analytics: true })
    const page = await load()
    go(page, '/')
    jar = ''
    dispatchEvent(new Event('pagehide'))
    expect(post).not.toHaveBeenCalled()
    expect(sessionStorage.length).toBe(0)
  })

  it('goes on where the browser brings a page back as it was, which is seen again', async () => {
    agree({ analytics: true })
    const first = await load()
    go(first, '/')
    dispatchEvent(new Event('pagehide'))
    const kept = JSON.parse(sessionStorage.getItem('behavior') ?? '')
    const { profile } = kept
    sessionStorage.setItem(
      'behavior',
      JSON.stringify({ ...kept, profile: { ...profile, pagesVisited: ['/', '/about'] } }),
    )
    pageshow()
    expect(first.session().profile.pagesVisited).toEqual(['/', '/about'])
    expect(first.session().events.at(-1)).toMatchObject({ type: 'page_view', page: { url: '/' } })
  })

  it('is no other view of a page that has just been loaded', async () => {
    agree({ analytics: true })
    const page = await load()
    go(page, '/')
    dispatchEvent(new Event('pageshow'))
    expect(page.session().events).toHaveLength(1)
  })
})

describe('what is reported', () => {
  const events = (page: Awaited<ReturnType<typeof load>>) =>
    page.session().events.map(({ type, action, properties, page: { url } }) => ({
      url,
      type,
      ...(action && { action }),
      ...properties,
    }))

  it('names pages by their path, with the time on the one before', async () => {
    const page = await load()
    go(page, '/about/?a=secret#b')
    document.title = 'Team'
    go(page, '/team')
    page.showPage('/team/')
    expect(events(page)).toEqual([
      { url: '/about', type: 'page_view' },
      { url: '/about', type: 'time_on_page' },
      { url: '/team', type: 'route_change' },
      { url: '/team', type: 'page_view' },
    ])
    expect(page.session().events.map(({ page: { title, referrer } }) => [title, referrer])).toEqual([
      ['Home', ''],
      ['Home', ''],
      ['Team', '/about'],
      ['Team', '/about'],
    ])
  })

  it('leaves out the words of a character of their own, also when its page is left', async () => {
    const page = await load()
    const { moveBehavior } = await import('./track.ts')
    const { nextSession } = await import('./behavior.ts')
    let session = page.session()
    const apply = (action: Parameters<typeof nextSession>[1]) => {
      session = nextSession(session, action)
    }
    moveBehavior({ read: () => session, apply }, () => ({ character: 'uploaded' }))
    go(page, '/dashboard')
    document.title = 'What Ada wrote'
    page.track({ type: 'button_click' })
    history.replaceState(null, '', '/')
    page.track({ type: 'button_click' })
    expect(page.session().events.map((event) => event.page.title)).toEqual(['', '', ''])
  })

  it('reports of a page that stays open for days no more than the server takes', async () => {
    const page = await load()
    go(page, '/')
    await vi.advanceTimersByTimeAsync(200_000_000)
    hide()
    expect(analyticsBatch.safeParse({ events: page.session().events }).success).toBe(true)
  })

  it('names presses by what they mean and links by where they lead, and no invitation', async () => {
    const page = await load()
    document.body.innerHTML = `
      <button></button><button data-track="button_click next"><i></i></button><button aria-disabled="true"></button>
      <button data-track="retry_action"></button><a href="/demo?x=1"></a><a href="https://example.org/a?b=c"></a>
      <a href="didcomm://aries_connection_invitation?oob=secret"></a><a href="/key.json" download></a><p></p>
      <a href="/uc/uploaded-secret-gate"></a>`
    expect(page.pressed('button_click', 'next')).toEqual({ 'data-track': 'button_click next' })
    for (const element of document.body.children) {
      element.addEventListener('click', (event) => event.preventDefault())
      ;(element.firstElementChild ?? element).dispatchEvent(
        new MouseEvent('click', { bubbles: true, cancelable: true }),
      )
    }
    expect(events(page)).toEqual([
      { url: '/', type: 'button_click' },
      { url: '/', type: 'button_click', action: 'next' },
      { url: '/', type: 'retry_action' },
      { url: '/', type: 'link_click', target: '/demo' },
      { url: '/', type: 'external_link', target: 'example.org' },
      { url: '/', type: 'link_click' },
      { url: '/', type: 'file_download', target: '/other' },
      { url: '/', type: 'link_click', target: '/uc/uploaded' },
    ])
    expect(JSON.stringify(page.session())).not.toContain('secret')
  })

  it('names fields of the forms that say so, and never what is in them', async () => {
    const page = await load()
    document.body.innerHTML =
      '<form data-track-form="contact"><input name="email" value="a@b.example"><input name="else"></form><form><input name="email"></form>'
    expect(page.trackedForm('contact')).toEqual({ 'data-track-form': 'contact' })
    const [form] = document.forms
    for (const input of document.querySelectorAll('input'))
      input.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
    if (!form) throw new Error('no form')
    page.contactTyped(form)
    page.contactTyped(form)
    form.dispatchEvent(new SubmitEvent('submit', { bubbles: true }))
    page.contactSent()
    page.contactLeft()
    page.contactTyped(form)
    page.contactLeft()
    expect(events(page)).toEqual([
      { url: '/', type: 'form_field_focus', form: 'contact', field: 'email' },
      { url: '/', type: 'contact_form_start', form: 'contact', filled: 1 },
      { url: '/', type: 'form_submit', form: 'contact' },
      { url: '/', type: 'contact_form_submit', form: 'contact', filled: 1 },
      { url: '/', type: 'contact_form_start', form: 'contact', filled: 1 },
      { url: '/', type: 'contact_form_abandon', form: 'contact', filled: 1 },
    ])
    expect(JSON.stringify(page.session())).not.toContain('b.example')
  })

  it('reports once per page how deep it was read', async () => {
    const page = await load()
    go(page, '/about')
    vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(innerHeight * 4)
    for (const y of [0, innerHeight, 0, innerHeight * 3]) {
      vi.stubGlobal('scrollY', y)
      dispatchEvent(new Event('scroll'))
    }
    expect(events(page).slice(1)).toMatchObject([25, 50, 75, 100].map((depth) => ({ type: 'scroll_depth', depth })))
  })
})

describe('web analytics of others', () => {
  const scripts = () => [...document.head.querySelectorAll('script')].map(({ src }) => src)
  const layer = () =>
    ((window as unknown as { dataLayer?: ArrayLike<unknown>[] }).dataLayer ?? []).map((call) => [...Array.from(call)])

  beforeEach(() => {
    const { happyDOM } = window as unknown as { happyDOM: { settings: Record<string, boolean> } }
    happyDOM.settings.handleDisabledFileLoadingAsSuccess = true
    document.head.innerHTML = ''
    Reflect.deleteProperty(window, 'dataLayer')
    document.documentElement.removeAttribute('data-measurement-id')
  })

  it('is not contacted without an id, nor without consent', async () => {
    agree(everything)
    const page = await load()
    go(page, '/')
    document.documentElement.setAttribute('data-measurement-id', 'G-TEST1')
    agree(nothingOptional)
    go(await load(), '/')
    await codeLoaded()
    expect(scripts()).toEqual([])
    expect(layer()).toEqual([])
  })

  it('hears of what happens from consent to withdrawal, without addresses', async () => {
    document.documentElement.setAttribute('data-measurement-id', 'G-TEST1')
    const page = await load()
    go(page, '/')
    await codeLoaded()
    agree({ analytics: true })
    document.body.innerHTML = '<form><input name="name" value="Ada"></form>'
    const [form] = document.forms
    if (form) page.contactTyped(form)
    page.contactSent()
    expect(scripts()).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-TEST1'])
    const calls = layer()
    expect(calls.find(([name]) => name === 'config')).toMatchObject([
      'config',
      'G-TEST1',
      { anonymize_ip: true, send_page_view: false },
    ])
    expect(calls.filter(([name]) => name === 'event').map(([, type]) => type)).toEqual([
      'page_view',
      'contact_form_start',
      'contact_form_submit',
      'conversion',
    ])
    expect(calls.at(-1)).toMatchObject(['event', 'conversion', { value: 1, currency: 'USD' }])
    expect(JSON.stringify(calls)).not.toMatch(/secret|Ada/)

    jar = `${consentCookie.name}=${consentCookie.version}.2026-01-01`
    page.track({ type: 'button_click' })
    agree(nothingOptional)
    page.track({ type: 'button_click' })
    expect(layer().filter(([name]) => name === 'event')).toHaveLength(4)
    expect((window as unknown as Record<string, unknown>)['ga-disable-G-TEST1']).toBe(true)
  })

  it('hears no name that a visitor or an invitation may have', async () => {
    document.documentElement.setAttribute('data-measurement-id', 'G-TEST1')
    agree({ analytics: true })
    const page = await load()
    go(page, '/uc/adas-own')
    await codeLoaded()
    page.track({ type: 'link_click', properties: { target: '/i/hidden' } })
    go(page, '/dashboard')
    expect(layer().filter(([name]) => name === 'event').length).toBeGreaterThan(3)
    expect(JSON.stringify(layer())).toContain('/uc"')
    expect(JSON.stringify(layer())).not.toMatch(/adas-own|hidden/)
  })
})
