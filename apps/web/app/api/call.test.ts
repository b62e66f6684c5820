import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ApiError } from './api-error.ts'
import { call } from './call.ts'
import { readyCredentialDefinition } from './credential-definition.ts'
import { retryAfterOf, retryNow } from './retry.ts'

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers })

const reset = { lastServerReset: '2026-01-01T00:00:00.000Z' }
const busy = (headers?: Record<string, string>) =>
  json(503, { error: { code: 'unavailable', message: 'The issuer is starting.' } }, headers)

const fetchMock = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetchMock)
})
afterEach(() => {
  fetchMock.mockReset()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function settle<Value>(promise: Promise<Value>): Promise<Value | ApiError> {
  const outcome = promise.catch((error: ApiError) => error)
  await vi.runAllTimersAsync()
  return outcome
}

describe('call', () => {
  it('fills the path and sends JSON to the own origin', async () => {
    fetchMock.mockResolvedValueOnce(json(200, { connection_id: 'c', invi_msg_id: 'i/1', state: 'invited' }))
    await call('getConnectionByInvitation', { params: { id: 'i/1' } })
    expect(fetchMock.mock.calls[0]?.[0]).toBe('/demo/connections/invitationId/i%2F1')
    expect(fetchMock.mock.calls[0]?.[1]).toMatchObject({ method: 'GET', credentials: 'same-origin' })
  })

  it('tries again by itself after a network failure and after 503', async () => {
    fetchMock.mockRejectedValueOnce(new TypeError('failed to fetch'))
    fetchMock.mockResolvedValueOnce(busy())
    fetchMock.mockResolvedValueOnce(json(200, reset))
    const retries: string[] = []
    const answer = await settle(call('getLastReset', { onRetry: (error) => retries.push(error.code) }))
    expect(answer).toEqual(reset)
    expect(retries).toEqual(['network', 'unavailable'])
  })

  it('tries again by itself while the wallet’s last word of a handshake is under way', async () => {
    fetchMock.mockResolvedValueOnce(json(409, { error: { code: 'still-connecting', message: 'Not yet.' } }))
    fetchMock.mockResolvedValueOnce(json(200, reset))
    expect(await settle(call('getLastReset'))).toEqual(reset)
    fetchMock.mockResolvedValueOnce(json(409, { error: { code: 'not-connected', message: 'No.' } }))
    expect(await settle(call('getLastReset'))).toMatchObject({ code: 'not-connected', temporary: false })
  })

  it('waits at least as long as Retry-After says', async () => {
    fetchMock.mockResolvedValueOnce(busy({ 'retry-after': '6' }))
    fetchMock.mockResolvedValueOnce(json(200, reset))
    const promise = call('getLastReset')
    await vi.advanceTimersByTimeAsync(5_900)
    expect(fetchMock).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await promise).toEqual(reset)
  })

  it('reports a pause that is too long to wait for at once', async () => {
    fetchMock.mockResolvedValueOnce(
      json(429, { error: { code: 'rate-limited', message: 'Too many.' } }, { 'retry-after': '30' }),
    )
    const error = await settle(call('getLastReset'))
    expect(error).toMatchObject({ status: 429, temporary: true, retryAfter: 30_000, message: 'Too many.' })
    expect(fetchMock).toHaveBeenCalledTimes(1)
  })

  it('goes on for a minute, while a server is restarted, and gives up then', async () => {
    fetchMock.mockImplementation(async () => busy())
    const start = Date.now()
    expect(await settle(call('getLastReset'))).toMatchObject({ code: 'unavailable', temporary: true })
    const seconds = (Date.now() - start) / 1_000
    expect(seconds).toBeGreaterThan(50)
    expect(seconds).toBeLessThanOrEqual(60)
    // After 0.5, 1, 2 and 4 seconds, then every five to six.
    expect(fetchMock.mock.calls.length).toBeGreaterThan(11)
    expect(fetchMock.mock.calls.length).toBeLessThan(17)
  })

  it('does not come back at the same moment as every other page', async () => {
    fetchMock.mockImplementation(async () => busy())
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.9)
    const stopper = new AbortController()
    const answer = call('getLastReset', { signal: stopper.signal }).catch(() => {})
    await vi.advanceTimersByTimeAsync(590)
    expect(fetchMock).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(30)
    expect(fetchMock).toHaveBeenCalledTimes(2)
    random.mockRestore()
    stopper.abort()
    await answer
  })

  it('tries at once, and for another minute, when the server may be back', async () => {
    fetchMock.mockImplementation(async () => busy())
    const answer = call('getLastReset')
    await vi.advanceTimersByTimeAsync(50_000)
    const tried = fetchMock.mock.calls.length
    retryNow()
    await vi.advanceTimersByTimeAsync(0)
    expect(fetchMock).toHaveBeenCalledTimes(tried + 1)
    // Short pauses again, as at the start.
    await vi.advanceTimersByTimeAsync(700)
    expect(fetchMock).toHaveBeenCalledTimes(tried + 2)
    await vi.advanceTimersByTimeAsync(40_000)
    fetchMock.mockImplementation(async () => json(200, reset))
    await vi.advanceTimersByTimeAsync(7_000)
    expect(await answer).toEqual(reset)
    const all = fetchMock.mock.calls.length
    retryNow()
    await vi.advanceTimersByTimeAsync(0)
    expect(fetchMock).toHaveBeenCalledTimes(all)
  })

  it('does not repeat what is wanted no longer after the pause', async () => {
    fetchMock.mockImplementation(async () => busy())
    let isWanted = true
    const answer = settle(call('getLastReset', { isWanted: () => isWanted }))
    await vi.advanceTimersByTimeAsync(2_000)
    const tried = fetchMock.mock.calls.length
    expect(tried).toBeGreaterThan(1)
    isWanted = false
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await answer).toMatchObject({ name: 'AbortError' })
    expect(fetchMock).toHaveBeenCalledTimes(tried)
  })

  it('does not repeat what cannot be mended', async () => {
    fetchMock.mockResolvedValueOnce(json(404, { error: { code: 'not-found', message: 'There is no such proof.' } }))
    const error = await settle(call('getProof', { params: { id: 'p' } }))
    expect(error).toMatchObject({ status: 404, temporary: false, message: 'There is no such proof.' })
    expect(fetchMock).toHaveBeenCalledTimes(1)
  })

  it('treats an answer of another shape as a failure, also when it is not JSON', async () => {
    fetchMock.mockResolvedValueOnce(json(200, { lastServerReset: 5 }))
    expect(await settle(call('getLastReset'))).toMatchObject({ code: 'unexpected-answer' })
    fetchMock.mockResolvedValueOnce(new Response('<html>', { status: 200 }))
    expect(await settle(call('getLastReset'))).toMatchObject({ code: 'unexpected-answer' })
  })

  it('says that the browser refuses cookies where each call makes another visitor, and not where the first ones do', async () => {
    const made = { 'x-new-visitor': '1' }
    fetchMock.mockImplementation(async () => json(200, reset, made))
    const first = await Promise.all([settle(call('getLastReset')), settle(call('getLastReset'))])
    expect(first).toEqual([reset, reset])
    expect(await settle(call('getLastReset'))).toMatchObject({ code: 'cookies-refused', temporary: false })
    fetchMock.mockImplementation(async () => json(200, reset))
    expect(await settle(call('getLastReset'))).toEqual(reset)
    // The visitor deletes the cookies.
    fetchMock.mockResolvedValueOnce(json(200, reset, made))
    expect(await settle(call('getLastReset'))).toEqual(reset)
    expect(await settle(call('getLastReset'))).toEqual(reset)
  })

  it('takes an empty answer of a deletion', async () => {
    fetchMock.mockResolvedValueOnce(new Response(null, { status: 204 }))
    expect(await settle(call('deleteProof', { params: { id: 'p' } }))).toBeNull()
  })

  it('stops when the caller no longer needs it, also during a pause', async () => {
    fetchMock.mockImplementation(async () => busy())
    const stopper = new AbortController()
    const promise = call('getLastReset', { signal: stopper.signal }).catch((error: DOMException) => error.name)
    await vi.advanceTimersByTimeAsync(100)
    stopper.abort()
    expect(await promise).toBe('AbortError')
    expect(fetchMock).toHaveBeenCalledTimes(1)
  })

  it('ends an attempt that hangs', async () => {
    fetchMock.mockImplementation(
      (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
        }),
    )
    expect(await settle(call('getLastReset', { retry: false }))).toMatchObject({ code: 'timeout', temporary: true })
  })
})

describe('readyCredentialDefinition', () => {
  it('asks again while the keys are being made', async () => {
    fetchMock.mockResolvedValueOnce(json(202, { data: 'def:Card', state: 'preparing' }, { 'retry-after': '2' }))
    fetchMock.mockResolvedValueOnce(json(200, { data: 'def:Card', state: 'ready' }))
    const onPreparing = vi.fn()
    const credential = { name: 'Card', attributes: [{ name: 'a', value: '1' }] }
    expect(await settle(readyCredentialDefinition(call, credential, { onPreparing }))).toBe('def:Card')
    expect(onPreparing).toHaveBeenCalledTimes(1)
  })
})

describe('retryAfterOf', () => {
  it('reads seconds and dates', () => {
    expect(retryAfterOf('3')).toBe(3_000)
    expect(retryAfterOf('Thu, 01 Jan 2026 00:00:10 GMT', Date.parse('2026-01-01T00:00:00Z'))).toBe(10_000)
    expect(retryAfterOf('soon')).toBeUndefined()
    expect(retryAfterOf(null)).toBeUndefined()
  })
})
