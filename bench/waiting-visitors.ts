import { usedMemory } from './server-process.ts'
import { Visitor } from './visitor.ts'

/** So many come at the same time. */
const batch = 50

/**
 * Memory of the server, in megabytes, while this many visitors look at an invitation that no wallet has scanned, each
 * with a socket of their own.
 */
export async function memoryWithWaiting(origin: string, pid: number, count: number): Promise<number> {
  const visitors: Visitor[] = []
  try {
    while (visitors.length < count) {
      const arriving = Array.from({ length: Math.min(batch, count - visitors.length) }, () => new Visitor(origin))
      visitors.push(...arriving)
      await Promise.all(
        arriving.map(async (visitor) => {
          const { answer } = await visitor.call('createInvite', { body: { my_label: 'Bench' } })
          await visitor.follow({ connectionId: answer.connection_id })
        }),
      )
    }
    return await usedMemory(pid)
  } finally {
    for (const visitor of visitors) visitor.leave()
  }
}
