import type { SubscribeAnswer, Subscription } from '@lastmile/contracts'
import type { io, Socket } from 'socket.io-client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { acknowledgementTimeout, createSocketClient, retryPauses, type SocketEvents } from './socket-client.ts'

type Acknowledge = (error: Error | null, answer?: SubscribeAnswer) => void

/** A fake of the library's socket, limited to the client's use of it. */
class FakeSocket {
  connected = false
  /** Whether the library reconnects by itself. */
  active = true
  readonly subscribes: Subscription[] = []
  /** The server's acknowledgement; undefined when it is lost. */
  answer: SubscribeAnswer | undefined = { ok: true }
  readonly connect = vi.fn()
  readonly close = vi.fn()
  readonly disconnect = vi.fn(() => {
    this.hears('disconnect', 'io client disconnect')
    return this
  })
  readonly #listeners = new Map<string, (value: unknown) => void>()

  on(event: string, listener: (value: unknown) => void) {
    this.#listeners.set(event, listener)
  }

  timeout(milliseconds: number) {
    return {
      emit: (_: string, subscription: Subscription, acknowledge: Acknowledge) => {
        this.subscribes.push(subscription)
        const { answer } = this
        if (answer) queueMicrotask(() => acknowledge(null, answer))
        else setTimeout(() => acknowledge(new Error('operation has timed out')), milliseconds)
      },
    }
  }

  hears(event: string, value?: unknown) {
    if (event === 'connect') this.connected = true
    if (event === 'disconnect') this.connected = false
    this.#listeners.get(event)?.(value)
  }
}

const refused: SubscribeAnswer = { ok: false, error: { code: 'starting', message: 'The server is starting.' } }
const first = { connectionId: 'c1' }

async function client(load?: () => Promise<typeof io>) {
  const socket = new FakeSocket()
  const connect = vi.fn(() => socket as unknown as Socket)
  const events = {
    onStatus: vi.fn(),
    onMessage: vi.fn(),
    onProtocolMessage: vi.fn(),
    onQueueNews: vi.fn(),
    onLinked: vi.fn(),
  } satisfies SocketEvents
  const made = createSocketClient(events, load ?? (async () => connect as unknown as typeof io))
  made.follow([first])
  await vi.advanceTimersByTimeAsync(0)
  return {
    follow: (subscriptions: readonly Subscription[]) => made.follow(subscriptions),
    isLinked: () => made.isLinked(),
    wake: () => made.wake(),
    close: () => made.close(),
    socket,
    connect,
    events,
  }
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the socket client', () => {
  it('is linked once every subscription is acknowledged, and says so once', async () => {
    const { socket, events, isLinked, follow } = await client()
    expect(isLinked()).toBe(false)
    socket.hears('connect')
    expect(isLinked()).toBe(false)
    await pass(0)
    expect(isLinked()).toBe(true)
    follow([first, { proofId: 'p1' }])
    expect(isLinked()).toBe(false)
    await pass(0)
    expect(isLinked()).toBe(true)
    expect(socket.subscribes).toEqual([first, { proofId: 'p1' }])
    expect(events.onLinked).toHaveBeenCalledOnce()
  })

  it('reconnects within the times of docs/product.md, section 9', async () => {
    const { connect } = await client()
    expect(connect).toHaveBeenCalledWith(
      expect.objectContaining({
        reconnectionDelay: 1_000,
        reconnectionDelayMax: 5_000,
        randomizationFactor: 0.5,
        timeout: 20_000,
      }),
    )
  })

  it('sends a refused subscription again until it is taken, as after a restart that let it in too early', async () => {
    const { socket, events, isLinked } = await client()
    socket.answer = refused
    socket.hears('connect')
    await pass(0)
    expect(isLinked()).toBe(false)
    await pass(retryPauses[0])
    expect(socket.subscribes).toHaveLength(2)
    socket.answer = { ok: true }
    await pass(retryPauses[1])
    expect(isLinked()).toBe(true)
    expect(events.onLinked).toHaveBeenCalledOnce()
    await pass(120_000)
    expect(socket.subscribes).toHaveLength(3)
  })

  it('takes an acknowledgement that does not come for lost', async () => {
    const { socket, isLinked } = await client()
    socket.answer = undefined
    socket.hears('connect')
    await pass(acknowledgementTimeout + retryPauses[0] - 1)
    expect(socket.subscribes).toHaveLength(1)
    socket.answer = { ok: true }
    await pass(1)
    expect(isLinked()).toBe(true)
  })

  it('never stops asking, ever more slowly', async () => {
    const { socket } = await client()
    socket.answer = refused
    socket.hears('connect')
    await pass(retryPauses.reduce((sum, pause) => sum + pause, 0))
    expect(socket.subscribes).toHaveLength(1 + retryPauses.length)
    await pass(3 * Math.max(...retryPauses))
    expect(socket.subscribes).toHaveLength(1 + retryPauses.length + 3)
  })

  it('subscribes to everything again after a lost connection, and reports that something may have been missed', async () => {
    const { socket, events, isLinked } = await client()
    socket.hears('connect')
    await pass(0)
    socket.hears('disconnect', 'transport close')
    expect(isLinked()).toBe(false)
    expect(events.onStatus).toHaveBeenLastCalledWith('connecting')
    socket.hears('connect_error', new Error('xhr poll error'))
    expect(events.onStatus).toHaveBeenLastCalledWith('error', 'xhr poll error')
    await pass(60_000)
    // The library reconnects by itself.
    expect(socket.connect).not.toHaveBeenCalled()
    socket.hears('connect')
    await pass(0)
    expect(isLinked()).toBe(true)
    expect(socket.subscribes).toEqual([first, first])
    expect(events.onLinked).toHaveBeenCalledTimes(2)
  })

  it('minds no answer that belongs to a connection lost since', async () => {
    const { socket, isLinked } = await client()
    socket.answer = undefined
    socket.hears('connect')
    socket.hears('disconnect', 'transport close')
    socket.answer = { ok: true }
    socket.hears('connect')
    await pass(0)
    expect(isLinked()).toBe(true)
    await pass(acknowledgementTimeout + 60_000)
    expect(socket.subscribes).toHaveLength(2)
    expect(isLinked()).toBe(true)
  })

  it.each([['connect_error', new Error('websocket error')] as const, ['disconnect', 'io server disconnect'] as const])(
    'connects again by itself after a %s that the library takes for final',
    async (event, detail) => {
      const { socket } = await client()
      socket.active = false
      socket.hears(event, detail)
      await pass(retryPauses[0])
      expect(socket.connect).toHaveBeenCalledOnce()
    },
  )

  it('tries at once when the page wakes', async () => {
    const { socket, wake, isLinked } = await client()
    wake()
    expect(socket.connect).toHaveBeenCalledOnce()
    socket.answer = refused
    socket.hears('connect')
    await pass(60_000)
    socket.answer = { ok: true }
    wake()
    await pass(0)
    expect(isLinked()).toBe(true)
  })

  it('begins a new connection before the server minds what was asked for and is wanted no more', async () => {
    const { socket, follow, isLinked } = await client()
    socket.hears('connect')
    await pass(0)
    for (let proof = 1; proof <= 21; proof++) follow([first, { proofId: `p${proof}` }])
    await pass(0)
    expect(socket.disconnect).not.toHaveBeenCalled()
    follow([first, { proofId: 'p22' }])
    expect(socket.disconnect).toHaveBeenCalledOnce()
    expect(socket.connect).toHaveBeenCalledOnce()
    socket.subscribes.length = 0
    socket.hears('connect')
    await pass(0)
    expect(socket.subscribes).toEqual([first, { proofId: 'p22' }])
    expect(isLinked()).toBe(true)
  })

  it('connects again for something to follow when it was given up meanwhile', async () => {
    const { socket, follow } = await client()
    socket.hears('connect')
    follow([])
    socket.active = false
    socket.hears('disconnect', 'io server disconnect')
    await pass(60_000)
    expect(socket.connect).not.toHaveBeenCalled()
    follow([{ connectionId: 'c2' }])
    expect(socket.connect).toHaveBeenCalledOnce()
  })

  it('loads the library again when that failed', async () => {
    const connect = vi.fn(() => new FakeSocket() as unknown as Socket)
    const load = vi.fn<() => Promise<typeof io>>()
    load.mockRejectedValueOnce(new Error('offline')).mockResolvedValue(connect as unknown as typeof io)
    const { events } = await client(load)
    expect(events.onStatus).toHaveBeenLastCalledWith('error', 'the live link could not be loaded')
    await pass(retryPauses[0])
    expect(connect).toHaveBeenCalledOnce()
  })

  it('passes on messages of the agreed form only, and nothing after it is closed', async () => {
    const { socket, events, close } = await client()
    socket.hears('connect')
    const message = { endpoint: 'connections', state: 'active', connection_id: 'c1' }
    socket.hears('message', message)
    socket.hears('message', { ...message, state: 'dancing' })
    expect(events.onMessage.mock.calls).toEqual([[message]])
    const place = { endpoint: 'queue', connection_id: null, exchange_id: 'p1', place: 3, seconds: 5 }
    socket.hears('message', place)
    expect(events.onQueueNews.mock.calls).toEqual([[place]])
    close()
    socket.active = false
    socket.hears('disconnect', 'io client disconnect')
    await pass(60_000)
    expect(events.onStatus).toHaveBeenLastCalledWith('disconnected')
    expect(socket.close).toHaveBeenCalledOnce()
    expect(socket.connect).not.toHaveBeenCalled()
  })
})
