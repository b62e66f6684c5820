import type { Duplex } from 'node:stream'
import type { ByteQuota } from '@lastmile/agent/core'

/** How long a message may take from its first byte to its last, in milliseconds. */
export const longestArrival = 15_000
/** Frames of a socket that cost nothing to send: pings, pongs, empty ones and, of pages, all; within a minute. */
const mostLightFrames = 120
const minute = 60_000
/** Bytes that each piece of an unfinished message counts for besides its content: it is an object in memory. */
const pieceBytes = 256

interface Guarded {
  quota: ByteQuota
  sender: string
  /** Whether frames with content are counted like empty ones. */
  countsAll: boolean
  /** Called when the guard ended the socket. */
  onEnded: () => void
}

/**
 * Watches a web socket's raw bytes (RFC 6455, section 5.2) before a library reads them. Ends the socket when an
 * unfinished message exceeds the quota or its time, or when too many frames carry nothing.
 */
export function guardFrames(socket: Duplex, { quota, sender, countsAll, onEnded }: Guarded): void {
  let header: number[] = []
  /** The frame at hand: how many of its bytes are still to come, and what it is. */
  let frame = { toCome: 0, isControl: false, isLast: false }
  /** The bytes of the unfinished message, and how many of them the quota has counted. */
  let weight = 0
  let taken = 0
  let light = { count: 0, until: 0 }
  let deadline: NodeJS.Timeout | undefined

  const end = () => {
    if (socket.destroyed) return
    socket.destroy()
    onEnded()
  }
  const finish = () => {
    weight = 0
    clearTimeout(deadline)
    deadline = undefined
  }
  const countLight = () => {
    const now = Date.now()
    if (light.until < now) light = { count: 0, until: now + minute }
    if (++light.count > mostLightFrames) end()
  }
  const begin = () => {
    const [first = 0] = header
    frame = { toCome: payloadLength(header), isControl: (first & 0x8) !== 0, isLast: (first & 0x80) !== 0 }
    if (frame.isControl || frame.toCome === 0 || countsAll) countLight()
    if (frame.isControl) return
    weight += pieceBytes
    if (!quota.allows(sender, frame.toCome)) end()
  }
  const read = (chunk: Buffer) => {
    for (let at = 0; at < chunk.length && !socket.destroyed; ) {
      if (frame.toCome > 0) {
        const length = Math.min(frame.toCome, chunk.length - at)
        frame.toCome -= length
        if (!frame.isControl) weight += length
        at += length
      } else {
        header.push(chunk[at++] ?? 0)
        if (header.length < headerLength(header)) continue
        begin()
        header = []
      }
      if (frame.toCome === 0 && frame.isLast && !frame.isControl) finish()
    }
    if (socket.destroyed) return
    if (weight > 0) {
      weight += pieceBytes
      deadline ??= setTimeout(end, longestArrival)
    }
    if (weight < taken) quota.give(sender, taken - weight)
    else if (!quota.take(sender, weight - taken)) return end()
    taken = weight
  }
  // Not `on`, which would let bytes flow before there is a reader.
  socket.prependListener('data', read)
  socket.once('close', () => {
    finish()
    quota.give(sender, taken)
    taken = 0
  })
}

/** Bytes of a frame's header, by its first bytes: two, then more for a longer length and for the mask. */
function headerLength([, second = 0]: number[]): number {
  const length = second & 0x7f
  const more = length === 126 ? 2 : length === 127 ? 8 : 0
  return 2 + more + (second & 0x80 ? 4 : 0)
}

function payloadLength([, second = 0, ...more]: number[]): number {
  const length = second & 0x7f
  if (length < 126) return length
  return more.slice(0, length === 126 ? 2 : 8).reduce((sum, byte) => sum * 256 + byte, 0)
}
