import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** A network between visitors and the server that is slow for everything: pages, sockets, workers. */
export interface SlowNetwork {
  readonly port: number
  /** Where the server listens; set before anything passes. */
  target: number
  close(): void
}

/**
 * @param kilobitsPerSecond of all connections together, in each direction
 * @param roundTrip milliseconds
 */
export async function createSlowNetwork({
  kilobitsPerSecond,
  roundTrip,
}: {
  kilobitsPerSecond: number
  roundTrip: number
}): Promise<SlowNetwork> {
  const sockets = new Set<Socket>()
  const bytesPerMillisecond = kilobitsPerSecond / 8
  /** Carries one direction of everything, in order. */
  const wire = () => {
    let freeAt = 0
    return (from: Duplex, to: Duplex) => {
      const later = (bytes: number, deliver: () => void) => {
        const now = performance.now()
        freeAt = Math.max(now, freeAt) + bytes / bytesPerMillisecond
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
  const server = createServer((visitor) => {
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
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
