// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const letGo = vi.fn(async () => {})

/** As a browser does for a site that may store nothing. */
const refuses = () => {
  throw new DOMException('The request was denied.', 'SecurityError')
}

beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllGlobals())

it.each([
  ['refuses its locks', { locks: { request: async () => refuses() } }],
  ['has none', {}],
])('says so where the browser %s', async (_, navigator) => {
  vi.stubGlobal('navigator', navigator)
  vi.stubGlobal('BroadcastChannel', refuses)
  const { acquireTabLock } = await import('./tab-lock.ts')
  expect(await acquireTabLock(false, letGo)).toBe('refused')
  expect(await acquireTabLock(true, letGo)).toBe('refused')
  expect(letGo).not.toHaveBeenCalled()
})

it('waits a moment for a page that was reloaded, whose lock the browser frees late', async () => {
  let free = () => {}
  const freed = new Promise<void>((resolve) => {
    free = resolve
  })
  let isHeld = true
  type Run = (lock: object | null) => Promise<void>
  const request = async (_name: string, { ifAvailable }: LockOptions, run: Run) => {
    if (ifAvailable && isHeld) return run(null)
    await freed
    isHeld = false
    return run({})
  }
  vi.stubGlobal('navigator', { locks: { request } })
  vi.stubGlobal('BroadcastChannel', EventTarget)
  const { acquireTabLock } = await import('./tab-lock.ts')
  const acquiring = acquireTabLock(false, letGo)
  free()
  expect(await acquiring).toBe('here')
})
