import { setTimeout as pause } from 'node:timers/promises'

const patienceMs = 30_000
const busyStatuses = [502, 503, 504]

/** did:webvh writes the colon before a port as %3A, and the resolver leaves it so in the address it asks for. */
const decodePort = (address: string) => address.replace(/^(https?:\/\/[^/]*?)%3A(\d+)/i, '$1:$2')

/**
 * `fetch` as phones and the demo's pages do it: a server that restarts or is busy is asked again for half a minute, so
 * that nothing once written is lost. Messages may therefore arrive twice; their receivers have to cope with that.
 */
export const patientFetch: typeof fetch = async (input, init) => {
  const target = typeof input === 'string' ? decodePort(input) : input
  const giveUpAt = Date.now() + patienceMs
  for (let wait = 100; ; wait = Math.min(wait * 2, 1_000)) {
    const last = Date.now() + wait >= giveUpAt
    try {
      const response = await fetch(target, init)
      if (last || !busyStatuses.includes(response.status)) return response
      await response.body?.cancel()
    } catch (error) {
      if (last || init?.signal?.aborted) throw error
    }
    await pause(wait)
  }
}

/** As a wallet that sends each message once, whatever becomes of it. What it reads it asks for again. */
export const onceFetch: typeof fetch = (input, init) =>
  init?.method === 'POST' ? fetch(input, init) : patientFetch(input, init)
