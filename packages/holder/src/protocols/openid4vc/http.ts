import { longestAnswer as longest } from '@lastmile/formats/limits'
import * as z from 'zod/mini'
import { bodyOf, called, download } from '../../core/download.ts'
import { fromUtf8 } from '../../core/encoding/text.ts'
import { HolderError } from '../../core/holder-error.ts'
import type { Fetch } from '../../core/platform.ts'
import type { Context } from './openid-context.ts'

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

const errorSchema = z.object({ error: z.string() })

/** The error that an answer names (RFC 6749, 5.2). */
export const errorIn = ({ text }: Pick<Answer, 'text'>): string | undefined =>
  errorSchema.safeParse(jsonIn(text)).data?.error

/** Undefined for what is no JSON. A member that is null counts as absent. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text, function (this: unknown, _, value) {
      return value === null && !Array.isArray(this) ? undefined : value
    })
  } catch {
    return undefined
  }
}

/** RFC 7519, 10.3.1. */
export const jweType = 'application/jwt'

export interface Posted {
  url: string
  /** A form, what becomes JSON, or a compact JWE. */
  body: URLSearchParams | object | string
  headers?: Record<string, string>
}

export type Answer = Awaited<ReturnType<typeof post>>

/**
 * Sends a form, or JSON. Rejects with `unreachable`, also for a server that is busy or has had enough calls for now, or
 * `too-large`. Nothing is sent on to another address.
 */
export async function post(context: Pick<Context, 'fetch' | 'clocks'>, { url, body, headers }: Posted) {
  const isForm = body instanceof URLSearchParams
  const isText = typeof body === 'string'
  const type = isForm ? 'application/x-www-form-urlencoded' : isText ? jweType : 'application/json'
  const options: RequestInit = {
    method: 'POST',
    headers: { 'content-type': type, ...headers },
    body: isForm ? body.toString() : isText ? body : JSON.stringify(body),
    redirect: 'error',
    credentials: 'omit',
  }
  return called(noting(context), url, options, async (answer) => ({
    /** Below 500, and not 429. */
    status: answer.status,
    /** Media type without parameters, in lower case. */
    type: answer.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase(),
    text: fromUtf8(await bodyOf(answer, longest)),
    /** For the next proof of a key (RFC 9449, 8). */
    dpopNonce: answer.headers.get('dpop-nonce') ?? undefined,
  }))
}

/** Notes the server's clock. Only for answers that are made for the call: their `Date` is of now. */
export const noting =
  ({ fetch, clocks }: Pick<Context, 'fetch' | 'clocks'>): Fetch =>
  async (url, options) => {
    const answer = await fetch(url, options)
    clocks.note(String(url), answer.headers.get('date'))
    return answer
  }

export const isSuccess = ({ status }: { status: number }) => status >= 200 && status < 300
