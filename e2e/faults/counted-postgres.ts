import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** What PostgreSQL says of a statement that is done ("Message Formats", CommandComplete: the letter, a length, the words). */
const commandComplete = 'C'.charCodeAt(0)
const writes = /^(INSERT|UPDATE|DELETE|COMMIT)/

/** Stands between a server and its PostgreSQL. */
export interface CountedPostgres {
  url: string
  /** Calls once after so many writes from now, when PostgreSQL has done the last and before the server hears of it. */
  afterWrites(count: number, then: () => void): void
  close(): void
}

export async function countedPostgres(to: string): Promise<CountedPostgres> {
  const target = new URL(to)
  let left = Number.POSITIVE_INFINITY
  let then = () => {}
  const sockets = new Set<Socket>()
  const server = createServer((asking) => {
    const answering = connect(Number(target.port), target.hostname)
    for (const [socket, other] of [
      [asking, answering],
      [answering, asking],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket) && other.destroy())
    }
    asking.pipe(answering)
    const words = completedIn()
    answering.on('data', (chunk) => {
      for (const word of words(chunk)) if (writes.test(word) && --left === 0) then()
      asking.write(chunk)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as { port: number }
  return {
    url: Object.assign(new URL(to), { port: String(port) }).href,
    afterWrites(count, act) {
      left = count
      then = act
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** Reads a connection's answers as they come in pieces. @returns what tells of each piece which statements it ends */
function completedIn(): (chunk: Buffer) => string[] {
  let rest = Buffer.alloc(0)
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    const completed: string[] = []
    while (rest.length >= 5) {
      const length = 1 + rest.readUInt32BE(1)
      if (rest.length < length) break
      if (rest[0] === commandComplete) completed.push(rest.toString('latin1', 5, length - 1))
      rest = rest.subarray(length)
    }
    return completed
  }
}
