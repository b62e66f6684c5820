import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'

/** One address in front of several servers, which gives each call and each socket to the next of them that takes it. */
export interface LoadBalancer {
  readonly server: Server
  close(): void
}

/** @param ports of the servers on this machine */
export async function startLoadBalancer(port: number, ports: number[]): Promise<LoadBalancer> {
  let turn = 0
  const roundRobin = () => ports.map((_, index) => ports[(turn + index) % ports.length] as number)
  const sockets = new Set<Socket>()

  const server = createServer(async (call, answer) => {
    turn++
    const chunks: Buffer[] = []
    for await (const chunk of call) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    for (const each of roundRobin()) {
      const reached = await pass(call, body, each).catch(() => undefined)
      if (!reached) continue
      answer.writeHead(reached.statusCode ?? 502, reached.headers)
      reached.on('error', () => answer.destroy()).pipe(answer)
      return
    }
    answer.writeHead(502).end()
  })
  server.on('upgrade', (call: IncomingMessage, socket: Socket, head: Buffer) => {
    turn++
    sockets.add(socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket)))
    const [first, ...others] = roundRobin()
    const open = (to: number | undefined, rest: number[]) => {
      if (to === undefined) return socket.destroy()
      const upstream = connect(to, '127.0.0.1')
      upstream.once('connect', () => {
        const lines = call.rawHeaders.flatMap((name, index) =>
          index % 2 === 0 ? `${name}: ${call.rawHeaders[index + 1]}` : [],
        )
        upstream.write(`${call.method} ${call.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
        upstream.write(head)
        upstream.pipe(socket).pipe(upstream)
      })
      upstream.on('error', () => (upstream.bytesWritten === 0 ? open(rest[0], rest.slice(1)) : socket.destroy()))
      upstream.on('close', () => upstream.bytesWritten > 0 && socket.destroy())
    }
    open(first, others)
  })
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  return {
    server,
    close() {
      server.closeAllConnections()
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** Rejects when the server does not answer at all: then it did not take the call. */
function pass(call: IncomingMessage, body: Buffer, port: number): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { method, url: path, headers } = call
    request({ host: '127.0.0.1', port, method, path, headers, agent: false }, resolve).on('error', reject).end(body)
  })
}
