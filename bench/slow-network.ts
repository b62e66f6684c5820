import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** A network between visitors and the server that is slow for everything: pages, sockets, workers. */
export interface SlowNetwork {
  readonly port: number
  /** Where the server listens; set before anything passes. */
  target: number
  /** Ends what is connected, and connects nothing for that many milliseconds. */
  cut(milliseconds: number): void
  close(): void
}

/** Bytes of a packet, and the least pause in milliseconds before TCP sends a lost one again. */
const packet = { bytes: 1_400, pause: 200 }

/**
 * @param kilobitsPerSecond of all connections together, in each direction
 * @param roundTrip milliseconds
 * @param loss share of packets; each delays what comes after it, as TCP does
 */
export async function createSlowNetwork({
  kilobitsPerSecond,
  roundTrip,
  loss = 0,
}: {
  kilobitsPerSecond: number
  roundTrip: number
  loss?: number
}): Promise<SlowNetwork> {
  const sockets = new Set<Socket>()
  const bytesPerMillisecond = kilobitsPerSecond / 8
  /** Carries one direction of everything, in order. */
  const wire = () => {
    let freeAt = 0
    return (from: Duplex, to: Duplex) => {
      const later = (bytes: number, deliver: () => void) => {
        const now = performance.now()
        const isWhole = Math.random() < (1 - loss) ** Math.ceil(bytes / packet.bytes)
        const pause = isWhole ? 0 : Math.max(roundTrip, packet.pause)
        freeAt = Math.max(now, freeAt) + bytes / bytesPerMillisecond + pause
        setTimeout(deliver, freeAt + roundTrip / 2 - now)
      }
      from.on('data', (chunk: Buffer) => {
        // Not more is taken than the wire is carrying, so that the sender feels it.
        from.pause()
        later(chunk.length, () => {
          to.write(chunk)
          from.resume()
        })
      })
      from.on('end', () => later(0, () => to.end()))
    }
  }
  const up = wire()
  const down = wire()
  let target = 0
  let isCut = false
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer((visitor) => {
    if (isCut) return void visitor.destroy()
    const onward = createConnection({ host: '127.0.0.1', port: target })
    for (const socket of [visitor, onward]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      socket.on('error', () => {
        visitor.destroy()
        onward.destroy()
      })
    }
    up(visitor, onward)
    down(onward, visitor)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    get target() {
      return target
    },
    set target(port) {
      target = port
    },
    cut: (milliseconds) => {
      isCut = true
      endAll()
      setTimeout(() => {
        isCut = false
      }, milliseconds)
    },
    close: () => {
      server.close()
      endAll()
    },
  }
}
