import { analyticsRoute, analyticsSendInterval } from '@lastmile/contracts/analytics'
import { onPageEnd } from './page-end.ts'
import { bodyOf, nextBatch } from './session/batch.ts'
import { withoutEvents } from './session/session.ts'
import { applyToBehavior, behaviorSession } from './track.ts'

type Batch = NonNullable<ReturnType<typeof nextBatch>>

/** Being sent; excluded from the next call. */
let underWay: Batch['events'] = []

/**
 * Sends pending events when allowed (docs/product.md, section 4). Keeps them after a temporary failure, drops them
 * after a permanent one. Resending is safe: the server stores each event once.
 */
async function sendAnalytics(): Promise<void> {
  const batch = nextBatch(withoutEvents(behaviorSession(), underWay))
  if (!batch) return
  underWay = [...underWay, ...batch.events]
  try {
    const status = await post(batch)
    if (status === 400 || (status >= 200 && status < 300)) {
      applyToBehavior({ type: 'behavior/eventsGone', payload: batch.events })
    }
    if (status < 200 || status >= 300) throw new Error('Failed to send analytics data')
  } catch (error) {
    // Not shown to the visitor, who lost nothing.
    console.warn('Failed to send analytics data', error)
  } finally {
    underWay = underWay.filter((event) => !batch.events.includes(event))
  }
}

/** @returns the status code */
async function post(batch: Batch): Promise<number> {
  const { method, path } = analyticsRoute
  const response = await fetch(path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: bodyOf(batch),
    // Survives the page's end, and identifies no visitor of the demo.
    keepalive: true,
    credentials: 'omit',
  })
  return response.status
}

/**
 * Sends every 30 s, and when the page is left or hidden. Returns a function that stops it.
 *
 * @param applyConsent checks whether consent still stands; another tab may have withdrawn it
 */
export function startSending(applyConsent: () => void): () => void {
  const send = () => {
    applyConsent()
    void sendAnalytics()
  }
  const timer = setInterval(send, analyticsSendInterval)
  const ignoreEnd = onPageEnd(send)
  return () => {
    clearInterval(timer)
    ignoreEnd()
  }
}
