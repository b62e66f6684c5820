import { connect, createServer, type Socket } from 'node:net'

/**
 * One address in front of several servers, which gives each connection to the next of them and looks into none: as cheap as what stands there
 * can be, because it works on the same cores.
 * @param ports of the servers on this machine
 * @returns a function that ends it
 */
export async function spreadSockets(port: number, ports: number[]): Promise<() => void> {
  const open = new Set<Socket>()
  let turn = 0
  const server = createServer((caller) => {
    const upstream = connect(ports[turn++ % ports.length] ?? 0, '127.0.0.1')
    for (const [socket, other] of [
      [caller, upstream],
      [upstream, caller],
    ] as const) {
      open.add(socket)
      socket.setNoDelay()
      socket.on('error', () => other.destroy()).on('close', () => open.delete(socket) && other.destroy())
    }
    caller.pipe(upstream).pipe(caller)
  })
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  return () => {
    server.close()
    for (const socket of open) socket.destroy()
  }
}
