import { afterAll, afterEach, vi } from 'vitest'

/** Files share the modules and the page of a process: the next one must find nothing of this one. */
afterAll(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  // Code that is still being fetched when a file ends would never arrive.
  await vi.dynamicImportSettled()
})

if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react')
  // On a busy machine, code that a component fetches when it is first shown takes seconds to come.
  configure({ asyncUtilTimeout: 10_000 })
  afterEach(() => {
    cleanup()
    document.body.replaceChildren()
    localStorage.clear()
    sessionStorage.clear()
  })
  afterAll(() => history.replaceState(null, '', '/'))
}
