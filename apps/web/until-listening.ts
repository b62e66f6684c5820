import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** Milliseconds; a slower server has failed. */
const longestStart = 60_000

/** Resolves when a server listens at the address, or after a minute. */
export async function untilListening(origin: string): Promise<void> {
  const { hostname, port } = new URL(origin)
  for (const giveUpAt = Date.now() + longestStart; Date.now() < giveUpAt; await wait(200)) {
    const socket = connect(Number(port), hostname)
    try {
      await once(socket, 'connect')
      return
    } catch {
      // It is still starting, or restarting after a code change.
    } finally {
      socket.destroy()
    }
  }
}
