// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerOf, consentMarks, everything, nothingOptional, parseConsent, readConsent } from './consent.ts'
import { ConsentBanner } from './consent-banner.tsx'
import { consentScript } from './consent-script.ts'
import { ConsentSettings } from './consent-settings.tsx'
import { giveConsent } from './give-consent.ts'

const root = document.documentElement
const written: string[] = []

/** What the script in <head> does on a page that has just been opened. */
function openPage() {
  new Function(consentScript)()
  const page = { path: '*', element: [<ConsentBanner key="banner" />, <ConsentSettings key="settings" />] }
  render(<RouterProvider router={createMemoryRouter([page])} />)
}

const isAsked = () => root.getAttribute(consentMarks.asked) === 'ask'
const refuse = () => vi.stubGlobal('navigator', { globalPrivacyControl: true, userAgent: '' })

beforeEach(() => {
  let jar = ''
  written.length = 0
  vi.spyOn(document, 'cookie', 'get').mockImplementation(() => jar)
  vi.spyOn(document, 'cookie', 'set').mockImplementation((cookie) => {
    written.push(cookie)
    jar = cookie.split(';')[0] ?? ''
  })
  for (const { name } of Array.from(root.attributes)) root.removeAttribute(name)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('what the cookie says', () => {
  it.each([
    ['consent=1.2026-11-21.analytics.functional.marketing', everything],
    ['visitor=x; consent=1.2026-11-21.analytics', { ...nothingOptional, analytics: true }],
    ['consent=1.2026-11-21', nothingOptional],
    ['consent=1.2026-11-21.else', nothingOptional],
    ['consent=0.2026-11-21.analytics', undefined],
    ['noconsent=1.2026-11-21.analytics', undefined],
    ['consent=', undefined],
    ['', undefined],
  ])('%s', (cookies, consent) => {
    expect(parseConsent(cookies)).toEqual(consent)
  })

  it('reads what it wrote, and for a year', () => {
    giveConsent({ ...nothingOptional, marketing: true })
    expect(readConsent()).toEqual({ ...nothingOptional, marketing: true })
    expect(written).toEqual([
      expect.stringMatching(/^consent=1\.\d{4}-\d\d-\d\d\.marketing;path=\/;max-age=31536000;samesite=lax$/),
    ])
  })
})

describe('the question', () => {
  it('is put to whom it has not been put', () => {
    openPage()
    expect(isAsked()).toBe(true)
    expect(written).toEqual([])
  })

  it.each([
    ['Accept all', everything],
    ['Decline all', nothingOptional],
  ])('%s is kept as code would keep it, told, and not asked for again', (name, consent) => {
    openPage()
    const heard = vi.fn()
    addEventListener(consentMarks.changed, heard, { once: true })
    fireEvent.click(screen.getByRole('button', { name }))
    expect(readConsent()).toEqual(consent)
    expect(heard).toHaveBeenCalledOnce()
    expect(isAsked()).toBe(false)
    giveConsent(consent)
    expect(written[1]).toBe(written[0])
    cleanup()
    openPage()
    expect(isAsked()).toBe(false)
  })

  it.each([
    ['page', () => dispatchEvent(new Event('pageshow'))],
    ['tab', () => document.dispatchEvent(new Event('visibilitychange'))],
  ])('goes away when another %s has taken the answer', (_, comeBack) => {
    openPage()
    comeBack()
    expect(isAsked()).toBe(true)
    // biome-ignore lint/suspicious/noDocumentCookie: what the other one wrote
    document.cookie = `consent=1.2026-11-21${answerOf(nothingOptional)}`
    comeBack()
    expect(isAsked()).toBe(false)
  })

  it('is put again when it has changed', () => {
    // biome-ignore lint/suspicious/noDocumentCookie: what an earlier page wrote
    document.cookie = `consent=0.2025-01-01${answerOf(everything)}`
    openPage()
    expect(isAsked()).toBe(true)
    expect(readConsent()).toEqual(nothingOptional)
  })

  it('is not put to a browser that has answered it, whatever was agreed to before', () => {
    giveConsent(everything)
    refuse()
    openPage()
    expect(isAsked()).toBe(false)
    expect(readConsent()).toEqual(nothingOptional)
  })
})

describe('the settings', () => {
  const dialog = () => screen.findByRole('dialog', { name: 'Cookie settings' })
  const open = () => {
    fireEvent.click(screen.getByRole('link', { name: 'Choose one by one' }))
    return dialog()
  }
  const choice = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name })

  it('begin with everything optional off, and keep what is chosen', async () => {
    openPage()
    await open()
    expect(['Essential', 'Analytics', 'Functional', 'Marketing'].map((name) => choice(name).checked)).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(choice('Essential').disabled).toBe(true)
    fireEvent.click(choice('Analytics'))
    fireEvent.click(screen.getByRole('button', { name: 'Save my choices' }))
    expect(readConsent()).toEqual({ ...nothingOptional, analytics: true })
    expect(screen.queryByRole('dialog')).toBeNull()
    await open()
    expect(choice('Analytics').checked).toBe(true)
  })

  it('open when they were asked for before the page was ready', async () => {
    root.setAttribute(consentMarks.settingsWanted, '')
    openPage()
    expect(await dialog()).toBeTruthy()
  })

  it('change nothing when they are closed', async () => {
    openPage()
    await open()
    fireEvent.click(choice('Analytics'))
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(written).toEqual([])
    expect(isAsked()).toBe(true)
  })

  it('say why nothing can be switched on where the browser refuses', async () => {
    refuse()
    root.setAttribute(consentMarks.settingsWanted, '')
    openPage()
    expect(await screen.findByText(/Global Privacy Control/)).toBeTruthy()
    for (const name of ['Analytics', 'Functional', 'Marketing'])
      expect(choice(name)).toMatchObject({ checked: false, disabled: true })
  })
})
