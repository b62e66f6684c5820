import { randomBytes } from 'node:crypto'
import { Duplex } from 'node:stream'
import { ByteQuota } from '@lastmile/agent/core'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { guardFrames, longestArrival } from './frame-guard.ts'

const megabyte = 1024 * 1024
const text = 1
const more = 0
const ping = 9
const pong = 10

let quota: ByteQuota
beforeEach(() => {
  quota = new ByteQuota()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A masked frame, as clients send it. */
function frame(opcode: number, content: Buffer | string = '', isLast = true): Buffer {
  const payload = Buffer.from(content)
  const header = Buffer.from([opcode | (isLast ? 0x80 : 0), 0x80 | (payload.length < 126 ? payload.length : 127)])
  const length = Buffer.alloc(payload.length < 126 ? 0 : 8)
  if (length.length > 0) length.writeBigUInt64BE(BigInt(payload.length))
  return Buffer.concat([header, length, Buffer.alloc(4), payload])
}

function guarded({ countsAll = false, sender = 'one' } = {}) {
  const socket = new Duplex({ read: () => undefined, write: () => undefined })
  const ended = vi.fn()
  guardFrames(socket, { quota, sender, countsAll, onEnded: ended })
  socket.resume()
  return { socket, ended, send: (bytes: Buffer) => void socket.emit('data', bytes) }
}

/** How much of its quota the sender has left. */
function left(sender = 'one'): number {
  let [least, most] = [0, 32 * megabyte]
  while (least < most) {
    const half = Math.ceil((least + most) / 2)
    if (quota.allows(sender, half)) least = half
    else most = half - 1
  }
  return least
}

it('counts what has come of an unfinished message, and gives it back when it is whole', () => {
  const { socket, send } = guarded()
  const whole = Buffer.concat([frame(text, randomBytes(5_000), false), frame(more, randomBytes(70_000))])
  for (const byte of whole.subarray(0, 20)) send(Buffer.from([byte]))
  send(whole.subarray(20, 60_000))
  expect(32 * megabyte - left()).toBeGreaterThan(59_000)
  // Bytes after the end of a message, in the same piece, belong to the next one.
  const next = frame(text, randomBytes(1_000))
  send(Buffer.concat([whole.subarray(60_000), frame(ping, 'x'), next.subarray(0, 500)]))
  expect(32 * megabyte - left()).toBeLessThan(1_200)
  send(next.subarray(500))
  expect(left()).toBe(32 * megabyte)
  expect(socket.destroyed).toBe(false)
})

it('gives the bytes of a socket that closes back', async () => {
  const { socket, send } = guarded()
  send(frame(text, randomBytes(5_000), false))
  socket.destroy()
  await vi.advanceTimersByTimeAsync(0)
  expect(left()).toBe(32 * megabyte)
})

it('ends a socket whose message exceeds the quota, before the message has come', () => {
  for (let each = 0; each < 32; each++) guarded().send(frame(text, randomBytes(megabyte - 1_000), false))
  const { socket, ended, send } = guarded()
  send(frame(text, randomBytes(megabyte)).subarray(0, 20))
  expect(socket.destroyed).toBe(true)
  expect(ended).toHaveBeenCalledOnce()
  const other = guarded({ sender: 'other' })
  other.send(frame(text, randomBytes(megabyte)).subarray(0, 20))
  expect(other.socket.destroyed).toBe(false)
})

it('ends a socket whose pieces together exceed the quota', () => {
  quota.take('one', 32 * megabyte - 10_000)
  const { socket, ended, send } = guarded()
  send(Buffer.concat([frame(text, 'x', false), ...Array(100).fill(frame(more, 'x', false))]))
  expect(socket.destroyed).toBe(true)
  expect(ended).toHaveBeenCalledOnce()
})

it('counts each piece of a message for what it takes as an object', () => {
  const { send } = guarded()
  const pieces = Array.from({ length: 1_000 }, (_, index) => frame(index === 0 ? text : more, 'x', false))
  send(Buffer.concat(pieces))
  expect(32 * megabyte - left()).toBeGreaterThan(250_000)
})

it.each([
  ['that stops', (send: (bytes: Buffer) => void) => send(frame(text, 'begins', false))],
  [
    'that drips',
    (send: (bytes: Buffer) => void) => {
      send(frame(text, 'begins', false))
      setInterval(() => send(frame(more, 'x', false)), 1_000)
    },
  ],
])('ends a socket with a message %s', async (_, drip) => {
  const { socket, ended, send } = guarded()
  drip(send)
  await vi.advanceTimersByTimeAsync(longestArrival - 1)
  expect(socket.destroyed).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(socket.destroyed).toBe(true)
  expect(ended).toHaveBeenCalledOnce()
})

it('has the next message begin its time anew', async () => {
  const { socket, send } = guarded()
  for (let each = 0; each < 3; each++) {
    send(frame(text, 'begins', false))
    await vi.advanceTimersByTimeAsync(longestArrival - 1_000)
    send(Buffer.concat([frame(more, 'ends'), frame(text, 'begins', false)]))
    send(frame(more, 'ends'))
  }
  await vi.advanceTimersByTimeAsync(longestArrival)
  expect(socket.destroyed).toBe(false)
})

it.each([
  ['pings', frame(ping)],
  ['pongs', frame(pong, 'x')],
  ['empty messages', frame(text)],
  ['pieces of nothing', frame(text, '', false)],
])('ends a socket that sends %s all the time', (_, light) => {
  const { socket, send } = guarded()
  send(Buffer.concat(Array(120).fill(light)))
  expect(socket.destroyed).toBe(false)
  send(light)
  expect(socket.destroyed).toBe(true)
})

it('counts the messages of pages too, and forgets them after a minute', async () => {
  const page = guarded({ countsAll: true })
  const wallet = guarded()
  for (const { send } of [page, wallet]) send(Buffer.concat(Array(120).fill(frame(text, '2'))))
  await vi.advanceTimersByTimeAsync(61_000)
  for (const { send } of [page, wallet]) send(Buffer.concat(Array(121).fill(frame(text, '2'))))
  expect([page.socket.destroyed, wallet.socket.destroyed]).toEqual([true, false])
})
