import { EventEmitter } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import { InFlight } from './in-flight.ts'

function counted() {
  const server = new EventEmitter()
  return { server, inFlight: new InFlight({ server } as never) }
}

describe('calls that come while the server stops', () => {
  it.each(['connection', 'request'])('are waited for as long as they come: %s', async (event) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'performance'] })
    const { server, inFlight } = counted()
    let isQuiet = false
    void inFlight.quiet(250, 2_000).then(() => {
      isQuiet = true
    })
    for (let at = 0; at < 1_000; at += 200) {
      await vi.advanceTimersByTimeAsync(200)
      server.emit(event, {}, new EventEmitter())
    }
    expect(isQuiet).toBe(false)
    await vi.advanceTimersByTimeAsync(600)
    expect(isQuiet).toBe(true)
    vi.useRealTimers()
  })

  it('are not waited for without end', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'performance'] })
    const { server, inFlight } = counted()
    const calling = setInterval(() => server.emit('connection'), 20)
    const quiet = inFlight.quiet(250, 2_000)
    await vi.advanceTimersByTimeAsync(3_000)
    await quiet
    clearInterval(calling)
    vi.useRealTimers()
  })
})

it('knows when the last call is answered', async () => {
  const { server, inFlight } = counted()
  const response = new EventEmitter()
  server.emit('request', {}, response)
  let isDrained = false
  const drained = inFlight.drained().then(() => {
    isDrained = true
  })
  await Promise.resolve()
  expect(isDrained).toBe(false)
  response.emit('close')
  await drained
})
