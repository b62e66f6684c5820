import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SiteHeader } from '../frame/site-header.tsx'
import { menuId, watchMenu } from './menu.ts'

const hidePopover = vi.fn()
const focusOn = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus()
const menu = () => document.querySelector<HTMLElement>(`#${menuId}`)
const popover = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'popover')
const opener = `[popovertarget="${menuId}"]`

let listening: [EventTarget, string, EventListenerOrEventListenerObject][] = []

/** As a page does, whose listeners end with it. */
function watches() {
  for (const target of [document, window] as EventTarget[]) {
    const add = target.addEventListener.bind(target)
    vi.spyOn(target, 'addEventListener').mockImplementation((type, listener, options) => {
      if (listener) listening.push([target, type, listener])
      add(type, listener, options)
    })
  }
  watchMenu()
}

beforeEach(() => {
  hidePopover.mockClear()
  document.body.innerHTML = renderToStaticMarkup(
    <>
      <SiteHeader />
      <main>
        <a href="/about">About Us</a>
      </main>
    </>,
  )
})
afterEach(() => {
  vi.restoreAllMocks()
  for (const [target, type, listener] of listening) target.removeEventListener(type, listener)
  listening = []
  if (popover) Object.defineProperty(HTMLElement.prototype, 'popover', popover)
})

function knowsPopovers() {
  Object.assign(menu() ?? {}, { hidePopover })
  watches()
}

it('closes when the keyboard goes on past it, not within it nor at its button', () => {
  knowsPopovers()
  focusOn(`#${menuId} a[href="/personal"]`)
  focusOn(`#${menuId} a[href="/contact"]`)
  focusOn(opener)
  expect(hidePopover).not.toHaveBeenCalled()
  focusOn('main a')
  expect(hidePopover).toHaveBeenCalledOnce()
})

it('closes before the page is left, to which Back may return', () => {
  knowsPopovers()
  dispatchEvent(new Event('pagehide'))
  expect(hidePopover).toHaveBeenCalledOnce()
})

it.each([true, false])('opens and closes in a browser without popovers too (narrow: %s)', (isNarrow) => {
  Reflect.deleteProperty(HTMLElement.prototype, 'popover')
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: isNarrow, addEventListener: () => {} } as never)
  watches()
  expect(menu()?.hidden).toBe(isNarrow)
  if (!isNarrow) return
  document.querySelector<HTMLElement>(`${opener} svg`)?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  expect(menu()?.hidden).toBe(false)
  focusOn(`#${menuId} a[href="/personal"]`)
  expect(menu()?.hidden).toBe(false)
  focusOn('main a')
  expect(menu()?.hidden).toBe(true)
})
