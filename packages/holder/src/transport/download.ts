import { concat } from '../encoding/text.ts'
import { HolderError } from '../holder-error.ts'
import type { Fetch } from '../parts.ts'

/** Milliseconds until an answer has to be there whole. */
const timeout = 20_000

export interface Download {
  fetch: Fetch
  url: string
  /** Bytes; more is refused while it comes. */
  longest: number
}

/** What is published at an address. Rejects with `unreachable` when nobody answers, and `untrusted` when it is not there or too long. */
export async function download({ fetch, url, longest }: Download): Promise<Uint8Array<ArrayBuffer>> {
  if (!mayBeAsked(url)) throw new HolderError('untrusted', 'An address is neither https nor of this machine')
  const unreachable = (cause: unknown) => {
    throw new HolderError('unreachable', 'Nobody answers where something is published', { cause })
  }
  const answer = await fetch(url, { signal: AbortSignal.timeout(timeout) }).catch(unreachable)
  if (answer.status >= 500) unreachable(new Error(`Status ${answer.status}`))
  if (!answer.ok || !answer.body) throw new HolderError('untrusted', 'Something is not published where it should be')
  const parts: Uint8Array[] = []
  let length = 0
  const reader = answer.body.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch(unreachable)
    if (done) return concat(...parts)
    length += value.length
    if (length > longest) {
      await reader.cancel()
      throw new HolderError('untrusted', 'What is published is longer than it may be')
    }
    parts.push(value)
  }
}

/** Over https, or from this machine. */
export function mayBeAsked(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
}
