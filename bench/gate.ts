import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Stands between wallets and the server and can hold what wallets send. So their own work, which costs as much as the server's and
 * shares its cores, is over before the server is measured on a burst.
 */
export interface Gate {
  readonly port: number
  /** From now on messages of wallets are taken and kept. */
  shut(): void
  /** Waits until this many messages are kept. Rejects after a minute. */
  filled(count: number): Promise<void>
  /** Sends everything kept on at once, and lets later messages through. */
  open(): void
  /** Where the server listens; set before anything passes. */
  target: number
  close(): void
}

export async function createGate(): Promise<Gate> {
  let isShut = false
  let target = 0
  let kept: (() => void)[] = []
  let onKept = () => {}

  const pass = (incoming: IncomingMessage, body: Buffer, outgoing?: ServerResponse) => {
    const { method, url: path, headers } = incoming
    const onward = request({ host: '127.0.0.1', port: target, method, path, headers }, (answer) => {
      if (!outgoing) return void answer.resume()
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing?.writeHead(502).end())
    onward.end(body)
  }

  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    if (!isShut || incoming.url !== '/didcomm') return pass(incoming, body, outgoing)
    outgoing.writeHead(202).end()
    kept.push(() => pass(incoming, body))
    onKept()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    port: (server.address() as AddressInfo).port,
    shut: () => {
      isShut = true
    },
    filled: (count) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`The wallet sent ${kept.length} of ${count} messages.`)), 60_000)
        onKept = () => {
          if (kept.length < count) return
          clearTimeout(late)
          resolve()
        }
        onKept()
      }),
    open: () => {
      isShut = false
      for (const send of kept) send()
      kept = []
    },
    get target() {
      return target
    },
    set target(port) {
      target = port
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
