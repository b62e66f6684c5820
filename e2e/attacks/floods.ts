import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Scenario, Target } from './strangers.ts'

/**
 * Floods of raw bytes from one address. They wait for no answer, so that they can be sent to a port that gives none.
 */
const address = '192.0.2.66'
/** Bytes a second: 12 Mbit/s. */
const pace = 1_500_000
const tick = 20

const pages = '/demo/socket/?EIO=4&transport=websocket'
const wallets = '/didcomm'

const opening = (path: string, more = '') =>
  Buffer.from(
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\nUpgrade: websocket\r\n` +
      'Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n' +
      `${more}\r\n`,
  )
const posting = (path: string, more: string) =>
  Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\n` +
      `Content-Type: application/didcomm-envelope-enc\r\n${more}\r\n`,
  )

/**
 * A masked frame of a client. @param first the byte of its kind: 0x81 a whole text, 0x89 a ping, 0x01 a text that goes
 * on
 */
function frame(first: number, content: Buffer | string = ''): Buffer {
  const payload = Buffer.from(content)
  const isLong = payload.length > 125
  const header = Buffer.from([first, 0x80 | (isLong ? 127 : payload.length)])
  const length = Buffer.alloc(isLong ? 8 : 0)
  if (isLong) length.writeBigUInt64BE(BigInt(payload.length))
  return Buffer.concat([header, length, Buffer.alloc(4), payload])
}

interface Flood {
  /** Sockets at the same time; one that is ended is opened again. */
  sockets: number
  opening: Buffer
  /** Sent again and again, or once each time that a socket was opened. */
  bytes: Buffer
  isRepeated: boolean
  /** Whether what the server says is read from the socket. */
  reads: boolean
}

/** All sockets of a flood together keep to its pace. */
async function flood({ port, over, begun }: Target, kind: Flood): Promise<void> {
  const open = new Map<Socket, number>()
  let left = 0
  const begin = () => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    socket.once('connect', begun).on('close', () => open.delete(socket))
    if (kind.reads) socket.resume()
    socket.write(kind.opening)
    open.set(socket, 0)
  }
  while (!over.aborted) {
    left = Math.min(left + (pace * tick) / 1_000, pace)
    while (open.size < kind.sockets && left > 0) {
      begin()
      left -= kind.opening.length
    }
    for (const [socket, sent] of open) {
      if (left <= 0) break
      if (socket.writableNeedDrain || (!kind.isRepeated && sent >= kind.bytes.length)) continue
      const part = kind.isRepeated ? kind.bytes : kind.bytes.subarray(sent, sent + 60_000)
      socket.write(part)
      open.set(socket, sent + part.length)
      left -= part.length
    }
    await pause(tick)
  }
  for (const socket of open.keys()) socket.destroy()
}

const many = (bytes: Buffer) => Buffer.concat(Array(Math.ceil(8_000 / bytes.length)).fill(bytes))
const ofFrames = (path: string, bytes: Buffer, reads = true): Flood => ({
  sockets: 4,
  opening: opening(path),
  bytes: many(bytes),
  isRepeated: true,
  reads,
})
const once = (sockets: number, begin: Buffer, bytes: Buffer): Flood => ({
  sockets,
  opening: begin,
  bytes,
  isRepeated: false,
  reads: true,
})
const asPage = (packet: string): Flood => {
  const kind = ofFrames(pages, frame(0x81, packet))
  return { ...kind, opening: Buffer.concat([kind.opening, frame(0x81, '40')]) }
}

const megabyte = Buffer.alloc(1_000_000, 'x')
const kinds: Record<string, Flood[]> = {
  pings: [ofFrames(pages, frame(0x89)), ofFrames(wallets, frame(0x89))],
  'unread-pings': [ofFrames(pages, frame(0x89, 'x'.repeat(125)), false)],
  'refused-subscriptions': [asPage('42["subscribe",{}]')],
  'unknown-events': [asPage(`42["x","${'x'.repeat(90)}"]`)],
  'unfinished-frames': [
    once(900, opening(wallets), frame(0x01, megabyte)),
    once(50, opening(pages), frame(0x01, megabyte.subarray(0, 9_000))),
  ],
  'endless-fragments': [
    once(500, opening(wallets), Buffer.concat([frame(0x01, 'x'), ...Array(100_000).fill(frame(0x00, 'x'))])),
  ],
  'unfinished-bodies': [
    once(1_200, posting(wallets, 'Content-Length: 1000100\r\n'), megabyte),
    once(200, posting(wallets, 'Content-Length: 1000000\r\n'), Buffer.alloc(0)),
    once(200, posting(wallets, 'Transfer-Encoding: chunked\r\n'), Buffer.from('1\r\nx\r\n'.repeat(100_000))),
  ],
  'foreign-pages': [
    { ...ofFrames(wallets, frame(0x81, 'x')), opening: opening(wallets, 'Origin: https://advertisement.example\r\n') },
  ],
}

/** The address of the honest caller beside these, where it has to be the flood's own. */
export const besides: Record<string, string> = { 'foreign-pages': address }

export const floods: Record<string, Scenario> = Object.fromEntries(
  Object.entries(kinds).map(([name, parts]) => [
    name,
    async (target) => {
      await Promise.all(parts.map((part) => flood(target, part)))
    },
  ]),
)
