import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** A server that takes longer to start has failed. */
const longestStart = 60_000

/** Resolves when something listens at the address, after a minute at the latest. */
export async function untilListening(origin: string): Promise<void> {
  const { hostname, port } = new URL(origin)
  for (const giveUpAt = Date.now() + longestStart; Date.now() < giveUpAt; await wait(200)) {
    const socket = connect(Number(port), hostname)
    try {
      await once(socket, 'connect')
      return
    } catch {
      // It is still starting, or starts again because its code was changed.
    } finally {
      socket.destroy()
    }
  }
}
