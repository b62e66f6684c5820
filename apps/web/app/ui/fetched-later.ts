import { type ComponentType, lazy } from 'react'

const attempts = 4
const pauseMs = 3_000

/**
 * A component whose code is fetched when it first shows, so that the screen is there sooner. The server may be away for a moment just then:
 * it is tried some times.
 * @param missing shows in its place when all of them failed
 */
export const fetchedLater = <Props>(
  fetch: () => Promise<ComponentType<Props>>,
  missing: ComponentType<NoInfer<Props>>,
) => lazy(() => fetchAgain(fetch, attempts).then((found) => ({ default: found ?? missing })))

async function fetchAgain<Part>(fetch: () => Promise<Part>, left: number): Promise<Part | undefined> {
  try {
    return await fetch()
  } catch {
    if (left <= 1) return undefined
    await new Promise((done) => setTimeout(done, pauseMs))
    return fetchAgain(fetch, left - 1)
  }
}
