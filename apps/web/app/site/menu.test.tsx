import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { SiteHeader } from '../frame/site-header.tsx'
import { menuId, watchMenu } from './menu.ts'

const hidePopover = vi.fn()
const focusOn = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus()

beforeAll(watchMenu)
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
  // The test environment has no popovers.
  Object.assign(document.querySelector(`#${menuId}`) ?? {}, { hidePopover })
})

it('closes when the keyboard goes on past it, not within it nor at its button', () => {
  focusOn(`#${menuId} a[href="/personal"]`)
  focusOn(`#${menuId} a[href="/contact"]`)
  focusOn(`[popovertarget="${menuId}"]`)
  expect(hidePopover).not.toHaveBeenCalled()
  focusOn('main a')
  expect(hidePopover).toHaveBeenCalledOnce()
})

it('closes before the page is left, to which Back may return', () => {
  dispatchEvent(new Event('pagehide'))
  expect(hidePopover).toHaveBeenCalledOnce()
})
