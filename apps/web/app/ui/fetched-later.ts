import { type ComponentType, lazy } from 'react'

/** Together half a minute and more: a tunnel is over by then. */
const attempts = 12
const pauseMs = 3_000

/**
 * A component that loads its code when it first renders. Retries a few times: the server may be briefly away.
 *
 * @param missing renders when every attempt failed; nothing by default
 */
export const fetchedLater = <Props>(
  fetch: () => Promise<ComponentType<Props>>,
  missing: ComponentType<NoInfer<Props>> = () => null,
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
