import { Agent, fetch as undiciFetch } from 'undici'
import { assertPublicLiteral } from './addresses.ts'
import { guardedLookup } from './name-lookup.ts'

export const outboundTimeout = 3_000
const maximumAnswer = 1024 * 1024

/** Outgoing HTTP with the operator's rules, as a `fetch` for Credo and as `post` for DIDComm messages. */
export interface GuardedHttp {
  fetch: typeof fetch
  /** Posts and forgets the answer's body. Rejects unless the answer is a 2xx. */
  post(url: string, body: string, contentType: string): Promise<void>
  close(): Promise<void>
}

/**
 * HTTP that follows no redirects, ends after 3 s, reads at most 1 MB, and reaches public addresses only unless
 * private ones are allowed. Rejects with `ForbiddenAddress` or the network's own error.
 */
export function guardedHttp(allowPrivateAddresses: boolean): GuardedHttp {
  const dispatcher = new Agent({
    connect: { timeout: outboundTimeout, lookup: guardedLookup(allowPrivateAddresses) },
    connections: 16,
    maxResponseSize: maximumAnswer,
  })

  async function request(address: string, init?: { method?: string; body?: string; headers?: Record<string, string> }) {
    const url = new URL(decodePort(address))
    if (!allowPrivateAddresses) assertPublicLiteral(url)
    const signal = AbortSignal.timeout(outboundTimeout)
    return undiciFetch(url, { ...init, dispatcher, redirect: 'error', signal })
  }

  return {
    async fetch(input) {
      const address = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url
      const answer = await request(address)
      const headers = { 'content-type': answer.headers.get('content-type') ?? '' }
      return new Response(await answer.arrayBuffer(), { status: answer.status, headers })
    },
    async post(url, body, contentType) {
      const answer = await request(url, { method: 'POST', body, headers: { 'content-type': contentType } })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`The wallet's address answered ${answer.status}`)
    },
    close: () => dispatcher.close(),
  }
}

/** Credo leaves the colon of a did:webvh's port encoded as `%3A`, which no URL parser takes in a host. */
export const decodePort = (url: string): string => url.replace(/^(https?:\/\/[^/]*?)%3A(\d+)/i, '$1:$2')
