import type { ApiAnswer, ApiBody, ApiRouteName } from '@lastmile/contracts'
import { apiRoutes } from '@lastmile/contracts/api-routes'
import { errorOf, isAnswer } from './answer-guards.ts'
import { ApiError, cookiesRefusedError, networkError, timeoutError, unexpectedAnswerError } from './api-error.ts'
import { abortError, type RetryOptions, retryAfterOf, retrying } from './retry.ts'
import { watchCookie } from './visitor-cookie.ts'

type Path<Name extends ApiRouteName> = (typeof apiRoutes)[Name]['path']
type Params<Name extends ApiRouteName> =
  Path<Name> extends `${string}:${infer Rest}`
    ? Record<Rest extends `${infer Param}/${string}` ? Param : Rest, string>
    : never

export type CallOptions<Name extends ApiRouteName> = RetryOptions & {
  /** False: a single attempt, for callers with their own policy. */
  retry?: boolean
} & ([Params<Name>] extends [never] ? { params?: undefined } : { params: Params<Name> }) &
  (ApiBody<Name> extends undefined ? { body?: undefined } : { body: ApiBody<Name> })

/** Options are optional only for routes without parameters and body. */
type Arguments<Name extends ApiRouteName> =
  object extends CallOptions<Name> ? [options?: CallOptions<Name>] : [options: CallOptions<Name>]

export type Call = <Name extends ApiRouteName>(name: Name, ...rest: Arguments<Name>) => Promise<ApiAnswer<Name>>

/** Longer than the 10 s that deep-link routes may hold a response. */
const attemptTimeout = 20_000

/**
 * Calls a route of the contract on the page's own origin (docs/product.md, section 7).
 *
 * @throws ApiError with a sentence for visitors; `AbortError` when the signal fires.
 */
export const call: Call = (name, ...rest) => {
  const options: AnyOptions = rest[0] ?? {}
  const attempt = () => callOnce(name, options)
  return options.retry === false ? attempt() : retrying(attempt, options)
}

interface AnyOptions extends RetryOptions {
  retry?: boolean
  params?: Record<string, string> | undefined
  body?: unknown
}

async function callOnce<Name extends ApiRouteName>(name: Name, options: AnyOptions): Promise<ApiAnswer<Name>> {
  const { method, path }: { method: string; path: string } = apiRoutes[name]
  const url = path.replace(/:(\w+)/g, (_, param: string) => encodeURIComponent(options.params?.[param] ?? ''))
  const stopper = new AbortController()
  const forward = () => stopper.abort()
  if (options.signal?.aborted) throw abortError()
  options.signal?.addEventListener('abort', forward, { once: true })
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    stopper.abort()
  }, attemptTimeout)
  const isCookieRefused = watchCookie()
  try {
    const response = await fetch(url, {
      method,
      signal: stopper.signal,
      credentials: 'same-origin',
      // A withdrawal on leaving reaches the server, though the page is gone.
      keepalive: method === 'DELETE',
      headers: options.body === undefined ? {} : { 'content-type': 'application/json' },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    })
    if (isCookieRefused(response)) throw cookiesRefusedError()
    const answer = await readAnswer(response)
    if (!isAnswer(name, answer)) throw unexpectedAnswerError(response.status)
    return answer
  } catch (error) {
    if (error instanceof ApiError) throw error
    if (options.signal?.aborted) throw abortError()
    throw timedOut ? timeoutError() : networkError()
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', forward)
  }
}

async function readAnswer(response: Response): Promise<unknown> {
  const body = await response.text()
  const parsed = parseJson(body)
  // The contact form's response may refuse with any status.
  if (response.ok && errorOf(parsed)?.code !== 'refused') {
    if (parsed === undefined) throw unexpectedAnswerError(response.status)
    return parsed
  }
  const error = errorOf(parsed)
  // Proxies answer 502 and 504 while the server restarts.
  const isAway = [429, 502, 503, 504].includes(response.status)
  const temporary = isAway || error?.code === 'still-connecting'
  throw new ApiError({
    code: error?.code ?? (isAway ? 'busy' : `http-${response.status}`),
    message: error?.message ?? '',
    status: response.status,
    temporary,
    retryAfter: retryAfterOf(response.headers.get('retry-after')),
  })
}

/** An empty body, as after a deletion, reads as null; invalid JSON as undefined. */
function parseJson(body: string): unknown {
  if (body === '') return null
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
