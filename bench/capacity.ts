import { median, quantile } from './figures.ts'
import { ms, ratio, row, say } from './report.ts'
import { connectVisitors, measureLoad } from './server-load.ts'
import type { ServerProcess } from './server-process.ts'
import { type Deployment, type Running, withServers } from './servers.ts'
import { measureVisits, type VisitFigures } from './visit.ts'
import { withWallets } from './wallets.ts'

const kinds: Deployment[] = [
  { name: 'Embedded', servers: 1, onPostgres: false },
  { name: 'PostgreSQL', servers: 1, onPostgres: true },
  { name: 'PostgreSQL, two servers', servers: 2, onPostgres: true },
]
const crowds = [1, 10, 30, 60]
/** Visitors who come before: the compilers of each server are at work for the first hundred. */
const warmUp = 100
/** More than can be served within what a person waits without a word. */
const burst = 200

/** The results of one deployment, crowd after crowd. */
class Capacity {
  readonly #running: Running
  readonly #times: { atOnce: number; p50: number; p95: number; perSecond: number; failed: number }[] = []
  #cpu = 0
  #databaseCpu = 0
  #count = 0
  #delayP99 = 0
  #burst = { longest: 0, failures: [] as string[] }

  constructor(running: Running) {
    this.#running = running
  }

  async crowd(atOnce: number, visitors: number): Promise<void> {
    const { party, databaseTime, delayP99 } = this.#running
    await delayP99()
    const databaseBefore = await databaseTime()
    await withWallets(Math.max(visitors, 2 * atOnce), async (wallets) => {
      const began = performance.now()
      const figures = await measureVisits(party, wallets, atOnce)
      const { times, failures, cpu } = figures
      this.#cpu += cpu
      this.#count += times.length + failures.length
      this.#times.push({ atOnce, ...summary(figures), perSecond: (times.length / (performance.now() - began)) * 1_000 })
    })
    this.#databaseCpu += (await databaseTime()) - databaseBefore
    this.#delayP99 = Math.max(this.#delayP99, await delayP99())
  }

  async burst(): Promise<void> {
    const { times, failures } = await withWallets(burst, (wallets) =>
      measureVisits(this.#running.party, wallets, burst, { mostFailed: burst }),
    )
    this.#burst = { longest: Math.max(0, ...times), failures }
  }

  /** Milliseconds per visitor. */
  get cpu() {
    const servers = this.#cpu / this.#count
    return { servers, all: servers + this.#databaseCpu / this.#count }
  }

  report(name: string, beside: Capacity): void {
    say()
    row(name, ['p50', 'p95', 'per second', 'failed'])
    for (const { atOnce, p50, p95, perSecond, failed } of this.#times)
      row(`  ${atOnce} at once`, [ms(p50), ms(p95), perSecond.toFixed(1), `${failed}`])
    const { longest, failures } = this.#burst
    row(`  ${burst} at the same moment: the last after`, ['', ms(longest), '', `${failures.length}`])
    for (const failure of new Set(failures)) say(`    ${failure}`)
    row('', ['CPU each', 'beside embedded'])
    row('  the servers', [ms(this.cpu.servers), ratio(this.cpu.servers, beside.cpu.servers)])
    row('  with PostgreSQL', [ms(this.cpu.all), ratio(this.cpu.all, beside.cpu.all)])
    row('  event-loop delay p99, of the worst crowd', [ms(this.#delayP99)])
  }
}

/** Opens one after the other, so that they can be measured in turns: the machine is not as fast at all times. */
async function withDeployments(
  deployments: readonly Deployment[],
  work: (running: Running[]) => Promise<void>,
): Promise<void> {
  const [first, ...others] = deployments
  if (!first) return work([])
  await withServers(first, (running) => withDeployments(others, (more) => work([running, ...more])))
}

/** Two servers beside one, each on one core: rounds of bursts on which the servers alone work. */
async function measureScaling(visitors: number): Promise<void> {
  const deployments = ([1, 2] as const).map((servers) => ({ name: '', servers, onPostgres: true, onOneCoreEach: true }))
  await withDeployments(deployments, async (running) => {
    const perSecond = async ({ origin, definitionId, processes }: Running) => {
      const stage = { origin, process: processes[0] as ServerProcess }
      const connected = await connectVisitors(stage, visitors)
      return (await measureLoad(stage, connected, definitionId, true)).visitorsPerSecond
    }
    for (const each of running) {
      for (let left = warmUp * each.processes.length; left > 0; left -= visitors) await perSecond(each)
      await each.analyze()
    }
    const rounds: { one: number; two: number; ratio: number }[] = []
    for (let round = 0; round < 5; round += 1) {
      const [one = 0, two = 0] = [await perSecond(running[0] as Running), await perSecond(running[1] as Running)]
      rounds.push({ one, two, ratio: two / one })
    }
    say()
    row('Issued and verified per second, a core each', ['one server', 'two', 'ratio'])
    const [one, two, times] = (['one', 'two', 'ratio'] as const).map((of) => median(rounds.map((each) => each[of])))
    row('', [`${one?.toFixed(1)}`, `${two?.toFixed(1)}`, `${times?.toFixed(2)} ×`])
  })
}

/**
 * How many visitors the product takes at the same time, and what each costs, with each database and with two servers.
 * Wallets work on the same cores, so times and visitors per second hold their work too; CPU does not.
 * @param visitors of each crowd at least
 * @param protocol of the visitors; DIDComm by default, and with it what a second server adds
 */
export async function measureCapacity(visitors = 60, protocol?: 'openid4vc'): Promise<void> {
  const deployments = kinds.map((kind) => ({ ...kind, protocol }))
  await withDeployments(deployments, async (running) => {
    for (const [index, { party, analyze }] of running.entries()) {
      for (let left = warmUp * (deployments[index]?.servers ?? 1); left > 0; left -= 50)
        await withWallets(50, (wallets) => measureVisits(party, wallets, 4))
      await analyze()
    }
    const all = running.map((each) => new Capacity(each))
    for (const atOnce of crowds) for (const each of all) await each.crowd(atOnce, visitors)
    for (const each of all) await each.burst()
    for (const [index, each] of all.entries()) each.report(deployments[index]?.name ?? '', all[0] ?? each)
  })
  if (!protocol) await measureScaling(visitors)
}

const summary = ({ times, failures }: VisitFigures) => ({
  p50: quantile(times, 0.5),
  p95: quantile(times, 0.95),
  failed: failures.length,
})
