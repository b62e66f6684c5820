import { median, quantile } from './figures.ts'
import { ms, ratio, row, say } from './report.ts'
import { connectVisitors, measureLoad } from './server-load.ts'
import type { ServerProcess } from './server-process.ts'
import { type House, type Running, withServers } from './servers.ts'
import { measureVisits, type VisitFigures } from './visit.ts'
import { withWallets } from './wallets.ts'

const houses: House[] = [
  { name: 'Embedded', servers: 1, onPostgres: false },
  { name: 'PostgreSQL', servers: 1, onPostgres: true },
  { name: 'PostgreSQL, two servers', servers: 2, onPostgres: true },
]
const crowds = [1, 10, 30, 60]
/** More than can be served within what a person waits without a word. */
const burst = 200

interface Capacity {
  /** Milliseconds per visitor. */
  cpu: number
  databaseCpu: number
  times: { atOnce: number; p50: number; p95: number; perSecond: number; failed: number }[]
  delayP99: number
  burst: { longest: number; failures: string[] }
}

/** Two servers beside one, each on one core: a round of bursts on which the servers alone work. */
async function measureScaling(visitors: number): Promise<void> {
  const perSecond: number[] = []
  for (const servers of [1, 2] as const) {
    const house: House = { name: '', servers, onPostgres: true, onOneCoreEach: true }
    perSecond.push(
      await withServers(house, async ({ origin, definitionId, processes, analyze }) => {
        const stage = { origin, process: processes[0] as ServerProcess }
        const rounds: number[] = []
        for (let round = 0; round <= 3; round += 1) {
          const connected = await connectVisitors(stage, visitors)
          const figures = await measureLoad(stage, connected, definitionId, true)
          if (round === 0) await analyze()
          if (round > 0) rounds.push(figures.visitorsPerSecond)
        }
        return median(rounds)
      }),
    )
  }
  const [one = 0, two = 0] = perSecond
  say()
  row('Issued and verified per second, a core each', ['one server', 'two', 'ratio'])
  row('', [one.toFixed(1), two.toFixed(1), ratio(two, one)])
}

/**
 * How many visitors the product takes at the same time, and what each costs, with each database and with two servers. Wallets work on the same
 * cores, so times and visitors per second hold their work too; CPU does not.
 * @param visitors of each crowd at least
 */
export async function measureCapacity(visitors = 60): Promise<void> {
  let embedded: Capacity | undefined
  for (const house of houses) {
    const capacity = await withServers(house, (running) => measure(running, visitors))
    embedded ??= capacity
    report(house.name, capacity, embedded)
  }
  await measureScaling(visitors)
}

function report(name: string, { cpu, databaseCpu, times, delayP99, burst: all }: Capacity, embedded: Capacity): void {
  say()
  row(name, ['p50', 'p95', 'per second', 'failed'])
  for (const { atOnce, p50, p95, perSecond, failed } of times)
    row(`  ${atOnce} at once`, [ms(p50), ms(p95), perSecond.toFixed(1), `${failed}`])
  row(`  ${burst} at the same moment: the last after`, ['', ms(all.longest), '', `${all.failures.length}`])
  for (const failure of new Set(all.failures)) say(`    ${failure}`)
  row('', ['CPU each', 'beside embedded'])
  row('  the servers', [ms(cpu), ratio(cpu, embedded.cpu)])
  row('  with PostgreSQL', [ms(cpu + databaseCpu), ratio(cpu + databaseCpu, embedded.cpu)])
  row('  event-loop delay p99', [ms(delayP99)])
}

async function measure(running: Running, visitors: number): Promise<Capacity> {
  const { party, analyze, databaseTime, delayP99 } = running
  // Caches and compiled code are warmed up.
  await withWallets(40, (wallets) => measureVisits(party, wallets, 4))
  await analyze()
  const times: Capacity['times'] = []
  await delayP99()
  const databaseBefore = await databaseTime()
  let cpu = 0
  let count = 0
  for (const atOnce of crowds) {
    const figures = await withWallets(Math.max(visitors, 2 * atOnce), async (wallets) => {
      const began = performance.now()
      const measured = await measureVisits(party, wallets, atOnce)
      return { ...measured, wall: performance.now() - began }
    })
    cpu += figures.cpu
    count += figures.times.length + figures.failures.length
    times.push({ atOnce, ...summary(figures), perSecond: (figures.times.length / figures.wall) * 1_000 })
  }
  const databaseCpu = ((await databaseTime()) - databaseBefore) / count
  const delay = await delayP99()
  const all = await withWallets(burst, (wallets) => measureVisits(party, wallets, burst))
  return {
    cpu: cpu / count,
    databaseCpu,
    times,
    delayP99: delay,
    burst: { longest: Math.max(0, ...all.times), failures: all.failures },
  }
}

const summary = ({ times, failures }: VisitFigures) => ({
  p50: quantile(times, 0.5),
  p95: quantile(times, 0.95),
  failed: failures.length,
})
