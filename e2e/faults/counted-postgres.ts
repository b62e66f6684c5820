import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/**
 * A statement that changes something, alone or as a part of another one ("with … as (insert …) select"), or ends a
 * transaction.
 */
const writes = /\binsert into|\bupdate "|\bdelete from|^commit/i

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
    const { asked, completed } = statements()
    asking.on('data', (chunk) => {
      asked(chunk)
      answering.write(chunk)
    })
    answering.on('data', (chunk) => {
      for (const text of completed(chunk)) if (writes.test(text) && --left === 0) then()
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

/** Follows a connection, on which one statement is asked at a time (PostgreSQL 15, 55.7 "Message Formats"). */
function statements() {
  const prepared = new Map<string, string>()
  let running = ''
  const questions = messagesIn({ isGreeted: true })
  const answers = messagesIn({ isGreeted: false })
  return {
    asked(chunk: Buffer): void {
      for (const { type, body } of questions(chunk)) {
        const [first = '', second = ''] = body.toString('utf8').split('\0', 2)
        // Parse names a text, Bind takes it by that name for what is executed next; Query is a text alone.
        if (type === 'P') prepared.set(first, second)
        if (type === 'B') running = prepared.get(second) ?? ''
        if (type === 'Q') running = first
      }
    },
    /** @returns the statements that this piece says to be done */
    completed: (chunk: Buffer): string[] => answers(chunk).flatMap(({ type }) => (type === 'C' ? [running] : [])),
  }
}

/**
 * Reads messages that come in pieces: a letter, a length that counts itself, the body. @param isGreeted the first one
 * has no letter
 */
function messagesIn({ isGreeted }: { isGreeted: boolean }): (chunk: Buffer) => { type: string; body: Buffer }[] {
  let rest = Buffer.alloc(0)
  let letters = isGreeted ? 0 : 1
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    const messages: { type: string; body: Buffer }[] = []
    while (rest.length >= letters + 4) {
      const length = letters + rest.readUInt32BE(letters)
      if (rest.length < length) break
      messages.push({ type: rest.toString('latin1', 0, letters), body: rest.subarray(letters + 4, length) })
      rest = rest.subarray(length)
      letters = 1
    }
    return messages
  }
}
