// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useBack } from './back.ts'

/** The browser's history, which goes back at once. */
let entries: unknown[] = []

beforeEach(() => {
  entries = [{ usr: null, key: 'a' }]
  vi.spyOn(history, 'state', 'get').mockImplementation(() => entries.at(-1))
  vi.spyOn(history, 'pushState').mockImplementation((state) => void entries.push(state))
  vi.spyOn(history, 'back').mockImplementation(goBack)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function goBack() {
  entries.pop()
  dispatchEvent(new PopStateEvent('popstate'))
}

function Part({ level, onBack, place }: { level: 'away' | 'step' | 'modal'; onBack?: () => void; place?: string }) {
  useBack(level, onBack, place)
  return null
}

it('gives each press to what is most urgent, and to the latest of its kind', () => {
  const [away, step, dialog, inner] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()]
  const { rerender } = render(
    <>
      <Part level="modal" onBack={dialog} />
      <Part level="modal" onBack={inner} />
      <Part level="step" onBack={step} />
      <Part level="away" onBack={away} />
    </>,
  )
  goBack()
  goBack()
  expect([away, step, dialog, inner].map((each) => each.mock.calls.length)).toEqual([0, 0, 0, 2])
  rerender(<Part level="modal" onBack={dialog} />)
  goBack()
  expect(dialog).toHaveBeenCalledOnce()
  // The router's own state is kept.
  expect(entries).toEqual([
    { usr: null, key: 'a' },
    { usr: null, key: 'a', isTrap: true },
  ])
})

it('lets a press go through once nobody needs it', () => {
  entries.unshift({ key: 'page before' })
  const { unmount } = render(<Part level="modal" onBack={vi.fn()} />)
  unmount()
  goBack()
  expect(entries).toEqual([{ key: 'page before' }])
})

it('has an entry of its own at each address, and takes no other way back for a press', () => {
  const away = vi.fn()
  const { rerender } = render(<Part level="away" onBack={away} place="/demo" />)
  entries.push({ key: 'b' })
  rerender(<Part level="away" onBack={away} place="/dashboard" />)
  expect(entries).toHaveLength(4)
  goBack()
  expect(away).toHaveBeenCalledOnce()
  entries.splice(2)
  dispatchEvent(new PopStateEvent('popstate'))
  expect(away).toHaveBeenCalledOnce()
})
