import { type Reach, reachOf } from '@lastmile/contracts/address-reach'
import { concat } from './encoding/text.ts'
import { HolderError } from './holder-error.ts'
import { parseUrl } from './parse-url.ts'
import type { Fetch } from './platform.ts'
import { inTime } from './time-limit.ts'

/** Milliseconds until an answer has to be there whole. */
const timeout = 20_000

/**
 * Downloads a file. Rejects with `unreachable` (also for a 429), `untrusted` when it is missing, or `too-large`.
 * @param longest bytes; more is refused while it comes
 */
export const download = ({ fetch, url, longest }: { fetch: Fetch; url: string; longest: number }) =>
  called(fetch, url, {}, async (answer) => {
    if (!answer.ok) throw new HolderError('untrusted', 'Something is not published where it should be')
    return bodyOf(answer, longest)
  })

/**
 * Calls an address, and reads its answer. Rejects with `unreachable`, also for a server that is busy or has had enough
 * calls for now.
 */
export async function called<Read>(
  fetch: Fetch,
  url: string,
  options: RequestInit,
  read: (answer: Response) => Promise<Read>,
): Promise<Read> {
  if (!mayBeAsked(url)) throw new HolderError('untrusted', 'An address is neither https nor of this machine')
  const unreachable = (cause: unknown) => {
    throw new HolderError('unreachable', 'Nobody answers', { cause })
  }
  return inTime(timeout, async (signal) => {
    const answer = await fetch(url, { ...options, signal }).catch(unreachable)
    if (answer.status >= 500 || answer.status === 429) unreachable(new Error(`Status ${answer.status}`))
    return read(answer)
  })
}

/** An answer's bytes. Rejects with `unreachable` when they end early, `too-large` when there are too many. */
export async function bodyOf({ body }: Response, longest: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let length = 0
  const reader = body?.getReader()
  while (reader) {
    const { done, value } = await reader.read().catch((cause) => {
      throw new HolderError('unreachable', 'An answer broke off', { cause })
    })
    if (done) break
    length += value.length
    if (length > longest) {
      await reader.cancel()
      throw new HolderError('too-large', 'An answer is longer than it may be')
    }
    parts.push(value)
  }
  return concat(...parts)
}

/** Over https, or from this machine. */
export function mayBeAsked(address: string): boolean {
  const url = parseUrl(address)
  return (
    url?.protocol === 'https:' || (url?.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname))
  )
}

/**
 * Whether a party may send this wallet to an address: over https, and no nearer to this machine than it is itself. A
 * stranger makes no wallet call what runs beside it or in its network.
 */
export function mayNameAddress(party: string, address: string): boolean {
  const [from, to] = [parseUrl(party), parseUrl(address)]
  return from !== undefined && to !== undefined && mayBeAsked(address) && nearness(to) <= nearness(from)
}

/** Whether a party may send this wallet to each address that is there. */
export const mayNameAll = (party: string, addresses: Record<string, string | undefined>): boolean =>
  Object.values(addresses).every((each) => each === undefined || mayNameAddress(party, each))

const nearness = (url: URL): number => reaches.indexOf(reachOf(url))
const reaches: Reach[] = ['everywhere', 'network', 'device']
