import { beforeEach, expect, test } from 'vitest'
import type { Socket } from '../src/holder.ts'
import { Link } from '../src/protocols/didcomm/transport/link.ts'

/** Time passes when the test says so. */
let now: number
let timers: { at: number; call: () => void }[]
let sockets: Socket[]
let closed: Socket[]
let heard: string[]
let pings: number
let mayPing: boolean
let link: Link

function pass(milliseconds: number): void {
  const end = now + milliseconds
  for (;;) {
    const next = timers.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0]
    if (!next) break
    timers.splice(timers.indexOf(next), 1)
    now = next.at
    next.call()
  }
  now = end
}

beforeEach(() => {
  now = 0
  pings = 0
  mayPing = true
  timers = []
  sockets = []
  closed = []
  heard = []
  link = new Link({
    url: 'wss://college.example',
    openSocket: () => {
      const socket: Socket = {
        send: () => undefined,
        close: () => void closed.push(socket),
        onopen: null,
        onmessage: null,
        onclose: null,
      }
      sockets.push(socket)
      return socket
    },
    clock: {
      now: () => now,
      after: (milliseconds, call) => {
        const timer = { at: now + milliseconds, call }
        timers.push(timer)
        return () => void timers.splice(timers.indexOf(timer), Number(timers.includes(timer)))
      },
    },
    random: () => 0.5,
    onText: (text) => heard.push(text),
    onChange: () => undefined,
    ping: () => {
      if (mayPing) pings++
      return mayPing
    },
  })
})

const latest = (): Socket => sockets.at(-1) as Socket

test('a lost socket is opened again after pauses that grow, and are short again once it works', () => {
  const pauses: number[] = []
  for (let attempt = 0; attempt < 9; attempt++) {
    const before = sockets.length
    latest().onclose?.()
    const lostAt = now
    while (sockets.length === before) pass(100)
    pauses.push(now - lostAt)
  }
  expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
  expect(link.failures).toBe(9)
  latest().onopen?.()
  expect([link.isOpen, link.failures, link.session]).toEqual([true, 0, 1])
  latest().onmessage?.({ data: 'hello' })
  latest().onclose?.()
  pass(500)
  expect(sockets).toHaveLength(11)
})

test('a socket that is opened and closed again without a word is no reason for short pauses', () => {
  for (let attempt = 0; attempt < 3; attempt++) {
    latest().onopen?.()
    latest().onclose?.()
    pass(500 * 2 ** attempt)
  }
  expect(sockets).toHaveLength(4)
  latest().onclose?.()
  pass(3_900)
  expect(sockets).toHaveLength(4)
})

test('a socket that does not open in time is given up', () => {
  pass(10_000)
  expect(closed).toHaveLength(1)
  pass(500)
  expect(sockets).toHaveLength(2)
  sockets[0]?.onopen?.()
  expect(link.isOpen).toBe(false)
})

test('waking tries at once, and has an open socket prove that it is', () => {
  latest().onclose?.()
  link.wake()
  expect(sockets).toHaveLength(2)
  link.wake()
  expect(sockets).toHaveLength(2)
  latest().onopen?.()
  link.wake()
  expect(pings).toBe(1)
  pass(2_900)
  latest().onmessage?.({ data: new TextEncoder().encode('still here').buffer })
  pass(2_900)
  expect([link.isOpen, heard]).toEqual([true, ['still here']])
  link.wake()
  pass(3_000)
  expect([link.isOpen, closed.at(-1)]).toEqual([false, sockets[1]])
})

test('a silent socket is asked each minute; where no peer would answer it is left alone', () => {
  latest().onopen?.()
  mayPing = false
  pass(200_000)
  expect(link.isOpen).toBe(true)
  mayPing = true
  pass(70_000)
  expect([pings, link.isOpen]).toEqual([1, false])
})

test('nothing happens any more once it is closed', () => {
  latest().onopen?.()
  link.close()
  link.wake()
  pass(200_000)
  expect([sockets.length, closed.length, timers.length, link.send('x')]).toEqual([1, 1, 0, false])
})
