import { Agent, request, fetch as undiciFetch } from 'undici'
import { assertPublicLiteral } from './addresses.ts'
import { guardedLookup } from './name-lookup.ts'

export const outboundTimeout = 3_000
const maximumAnswer = 1024 * 1024
/** Bytes that are read of the answer to a message; with more, its connection is closed. */
const longestRest = 256 * 1024

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

  function allowed(address: string): URL {
    const url = new URL(decodePort(address))
    if (!allowPrivateAddresses) assertPublicLiteral(url)
    return url
  }
  const inTime = () => AbortSignal.timeout(outboundTimeout)

  return {
    async fetch(input) {
      const address = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url
      const answer = await undiciFetch(allowed(address), { dispatcher, redirect: 'error', signal: inTime() })
      const headers = { 'content-type': answer.headers.get('content-type') ?? '' }
      return new Response(await answer.arrayBuffer(), { status: answer.status, headers })
    },
    // Without the machinery of fetch, which costs several times as much; redirects are answers here.
    async post(address, body, contentType) {
      const headers = { 'content-type': contentType }
      const options = { method: 'POST', body, headers, dispatcher, signal: inTime() } as const
      const { statusCode, body: rest } = await request(allowed(address), options)
      // Read, so that the connection can be used again, and not waited for: the wallet has the message.
      rest.dump({ limit: longestRest }).catch(() => undefined)
      if (statusCode < 200 || statusCode > 299) throw new Error(`The wallet's address answered ${statusCode}`)
    },
    close: () => dispatcher.close(),
  }
}

/** Credo leaves the colon of a did:webvh's port encoded as `%3A`, which no URL parser takes in a host. */
export const decodePort = (url: string): string => url.replace(/^(https?:\/\/[^/]*?)%3A(\d+)/i, '$1:$2')
