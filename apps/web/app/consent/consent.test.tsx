// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ConsentBanner } from '../frame/consent-banner.tsx'
import { CookieSettingsDialog } from '../frame/cookie-settings-dialog.tsx'
import { watchCookieSettings } from '../site/cookie-settings.ts'
import {
  answerOf,
  consentMarks,
  everything,
  giveConsent,
  nothingOptional,
  parseConsent,
  readConsent,
} from './consent.ts'
import { ask, watchQuestion } from './question.ts'

const root = document.documentElement
const written: string[] = []

/** A fresh page load: the work before the first paint, then the script. */
function openPage() {
  ask()
  document.body.innerHTML = renderToStaticMarkup([
    <ConsentBanner key="banner" />,
    <CookieSettingsDialog key="settings" />,
  ])
}

const isAsked = () => root.getAttribute(consentMarks.asked) === 'ask'
const refuse = () => vi.stubGlobal('navigator', { globalPrivacyControl: true, userAgent: '' })

beforeAll(() => {
  watchQuestion()
  watchCookieSettings()
})
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
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('what the cookie says', () => {
  it.each([
    ['consent=1.2026-11-21.analytics.functional.marketing', everything],
    ['visitor=x; consent=1.2026-11-21.analytics', everything],
    ['consent=1.2026-11-21.functional.marketing', nothingOptional],
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
    giveConsent(everything)
    expect(readConsent()).toEqual(everything)
    expect(written).toEqual([
      expect.stringMatching(/^consent=1\.\d{4}-\d\d-\d\d\.analytics;path=\/;max-age=31536000;samesite=lax$/),
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
  ])('%s is stored as code would store it, reported, and not asked for again', (name, consent) => {
    openPage()
    const heard = vi.fn()
    addEventListener(consentMarks.changed, heard, { once: true })
    fireEvent.click(screen.getByRole('button', { name }))
    expect(readConsent()).toEqual(consent)
    expect(heard).toHaveBeenCalledOnce()
    expect(isAsked()).toBe(false)
    giveConsent(consent)
    expect(written[1]).toBe(written[0])
    openPage()
    expect(isAsked()).toBe(false)
  })

  it('gives the focus to the page’s content when it has been answered, and says so', () => {
    openPage()
    const main = document.body.appendChild(document.createElement('main'))
    main.tabIndex = -1
    const region = document.body.appendChild(document.createElement('div'))
    region.dataset.announces = 'polite'
    const button = screen.getByRole('button', { name: 'Decline all' })
    button.focus()
    fireEvent.click(button)
    expect(document.activeElement).toBe(main)
    expect(region.textContent).toBe('Your cookie choices are kept.')
  })

  it.each([
    ['page', () => dispatchEvent(new Event('pageshow'))],
    ['tab', () => document.dispatchEvent(new Event('visibilitychange'))],
  ])('goes away when another %s has taken the answer', (_, comeBack) => {
    openPage()
    comeBack()
    expect(isAsked()).toBe(true)
    // biome-ignore lint/suspicious/noDocumentCookie: the other tab wrote it
    document.cookie = `consent=1.2026-11-21${answerOf(nothingOptional)}`
    comeBack()
    expect(isAsked()).toBe(false)
  })

  it('is put again when it has changed', () => {
    // biome-ignore lint/suspicious/noDocumentCookie: an earlier page wrote it
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
  const dialog = () => screen.getByTestId<HTMLDialogElement>('cookie-settings')
  const open = () => {
    fireEvent.click(screen.getByRole('link', { name: 'Choose one by one' }))
    expect(screen.getByRole('dialog', { name: 'Cookie settings' })).toBe(dialog())
  }
  const choice = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name, hidden: true })
  /** A browser's reaction to a button of such a form. */
  const press = (name: string) => {
    const button = within(dialog()).getByRole<HTMLButtonElement>('button', { name, hidden: true })
    expect([button.type, button.form?.method]).toEqual(['submit', 'dialog'])
    dialog().close(button.value)
  }

  it('ask only about what there is, begin with it off, and keep what is chosen', () => {
    openPage()
    open()
    const switches = within(dialog()).getAllByRole<HTMLInputElement>('switch', { hidden: true })
    expect(switches.map((each) => [each.ariaLabel ?? each.getAttribute('aria-label'), each.checked])).toEqual([
      ['Essential', true],
      ['Analytics', false],
    ])
    expect(dialog().textContent).toContain('Marketing (not used)')
    expect(choice('Essential').disabled).toBe(true)
    choice('Analytics').checked = true
    press('Save my choices')
    expect(readConsent()).toEqual(everything)
    expect(isAsked()).toBe(false)
    choice('Analytics').checked = false
    open()
    expect(choice('Analytics').checked).toBe(true)
  })

  it('opened from the question give the focus to the page’s content, since the question is gone', () => {
    openPage()
    const main = document.body.appendChild(document.createElement('main'))
    main.tabIndex = -1
    open()
    screen.getByRole('link', { name: 'Choose one by one' }).focus()
    dialog().close()
    expect(document.activeElement).not.toBe(main)
    open()
    screen.getByRole('link', { name: 'Choose one by one' }).focus()
    press('Save my choices')
    expect(document.activeElement).toBe(main)
    main.remove()
  })

  it.each([
    ['Accept all', everything],
    ['Decline all', nothingOptional],
  ])('keep %s', (name, consent) => {
    giveConsent({ analytics: !consent.analytics })
    openPage()
    open()
    press(name)
    expect(readConsent()).toEqual(consent)
  })

  it.each([
    ['the button', () => press('Close')],
    ['Escape', () => dialog().close()],
    ['a press beside them', () => fireEvent.click(dialog())],
  ])('change nothing when they are closed by %s', (_, close) => {
    openPage()
    open()
    choice('Analytics').checked = true
    close()
    expect(dialog().open).toBe(false)
    expect(written).toEqual([])
    expect(isAsked()).toBe(true)
  })

  it('say why nothing can be switched on where the browser refuses', () => {
    refuse()
    openPage()
    open()
    const isShown = (text: RegExp) => screen.getByText(text).closest('[hidden]') === null
    expect(isShown(/Global Privacy Control/)).toBe(true)
    expect(isShown(/You can change this/)).toBe(false)
    expect(isShown(/Save my choices/)).toBe(false)
    expect(choice('Analytics')).toMatchObject({ checked: false, disabled: true })
  })
})
