import * as z from 'zod/mini'
import { bodyOf, download, mayBeAsked } from '../core/download.ts'
import { fromUtf8 } from '../core/encoding/text.ts'
import { HolderError } from '../core/holder-error.ts'
import type { Fetch } from '../core/platform.ts'
import { inTime } from '../core/time-limit.ts'

/** Bytes of an answer; a batch of credentials is the longest. */
const longest = 1024 * 1024
const timeout = 20_000

/** Downloads JSON of a form. Rejects as {@link download} does, and with `untrusted` for any other form. */
export async function readJson<Schema extends z.ZodMiniType>(
  fetch: Fetch,
  url: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  return parsed(fromUtf8(await download({ fetch: unredirected(fetch, 'application/json'), url, longest })), schema)
}

/** Asks an address alone, and not where it sends on to. */
export const unredirected =
  (fetch: Fetch, accept: string): Fetch =>
  (url, options) =>
    fetch(url, { ...options, headers: { accept }, redirect: 'error' })

/** Throws `untrusted` for what is not JSON of the form. */
export function parsed<Schema extends z.ZodMiniType>(text: string, schema: Schema): z.output<Schema> {
  const { success, error, data } = schema.safeParse(jsonIn(text))
  if (!success) throw new HolderError('untrusted', 'An answer has another form than it should', { cause: error })
  return data
}

/** RFC 6749, 5.2. */
export const errorSchema = z.object({ error: z.string() })

/** Undefined for what is no JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export interface Posted {
  url: string
  body: URLSearchParams | object
  headers?: Record<string, string>
}

export interface Answer {
  /** Below 500, and not 429. */
  status: number
  /** Media type without parameters, in lower case. */
  type: string | undefined
  text: string
  /** For the next proof of a key (RFC 9449, 8). */
  dpopNonce: string | undefined
}

/**
 * Sends a form, or JSON. Rejects with `unreachable`, also for a server that is busy or has had enough calls for now, or
 * `untrusted` for an answer that is too long. Nothing is sent on to another address.
 */
export async function post(fetch: Fetch, { url, body, headers }: Posted): Promise<Answer> {
  if (!mayBeAsked(url)) throw new HolderError('untrusted', 'An address is neither https nor of this machine')
  const isForm = body instanceof URLSearchParams
  const unreachable = (cause: unknown) => {
    throw new HolderError('unreachable', 'Nobody answers', { cause })
  }
  return inTime(timeout, async (signal) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json', ...headers },
      body: isForm ? body.toString() : JSON.stringify(body),
      redirect: 'error',
      credentials: 'omit',
      signal,
    }).catch(unreachable)
    if (answer.status >= 500 || answer.status === 429) unreachable(new Error(`Status ${answer.status}`))
    const dpopNonce = answer.headers.get('dpop-nonce') ?? undefined
    const type = answer.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
    return { status: answer.status, type, text: fromUtf8(await bodyOf(answer, longest)), dpopNonce }
  })
}

export const isSuccess = ({ status }: { status: number }) => status >= 200 && status < 300
