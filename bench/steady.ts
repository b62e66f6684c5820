import { setTimeout as pause } from 'node:timers/promises'
import { median, quantile } from './figures.ts'
import { ms, ratio, row, say } from './report.ts'
import { usedMemory } from './server-process.ts'
import { type Running, withServers } from './servers.ts'
import { withWallets } from './wallets.ts'

/**
 * Visitors who come at a steady rate, whether those before them are done or not, and the server's memory meanwhile.
 * @param minutes how long
 * @param rate visitors per second
 */
export async function measureSteady(minutes = 30, rate = 1.5): Promise<void> {
  await withServers({ name: 'Embedded', servers: 1, onPostgres: false }, async (running) => {
    say(`${rate} visitors a second for ${minutes} minutes`)
    row('minute', ['p50', 'p95', 'CPU each', 'memory', 'failed'])
    const all: Minute[] = []
    for (let minute = 0; minute < minutes; minute += 1) {
      const figures = await oneMinute(running, rate)
      all.push(figures)
      const { p50, p95, cpu, memory, failures } = figures
      row(`${minute + 1}`, [ms(p50), ms(p95), ms(cpu), `${memory.toFixed(0)} MB`, `${failures.length}`])
      for (const failure of new Set(failures)) say(`  ${failure}`)
    }
    // The first minutes warm up.
    const fifth = Math.max(1, Math.floor(minutes / 5))
    const early = all.slice(fifth, 2 * fifth)
    const late = all.slice(-fifth)
    const of = (some: Minute[], figure: (each: Minute) => number) => median(some.map(figure))
    say('\nThe last fifth of the minutes beside the second')
    for (const [name, figure] of [
      ['p50', ({ p50 }: Minute) => p50],
      ['CPU per visitor', ({ cpu }: Minute) => cpu],
      ['memory', ({ memory }: Minute) => memory],
    ] as const)
      row(name, [ratio(of(late, figure), of(early, figure))])
  })
}

interface Minute {
  /** Milliseconds. */
  p50: number
  p95: number
  cpu: number
  /** Megabytes. */
  memory: number
  failures: string[]
}

/** New wallets are opened before, which takes some seconds without visitors. */
async function oneMinute({ party, processes }: Running, rate: number): Promise<Minute> {
  const count = Math.round(60 * rate)
  const times: number[] = []
  const failures: string[] = []
  const before = await party.processorTime()
  await withWallets(count, async (wallets) => {
    await Promise.all(
      wallets.map(async (scan, index) => {
        await pause((index / rate) * 1_000)
        const began = performance.now()
        await party.serve(scan).then(
          () => times.push(performance.now() - began),
          (error: unknown) => failures.push(error instanceof Error ? error.message : String(error)),
        )
      }),
    )
  })
  const memory = (await Promise.all(processes.map(({ pid }) => usedMemory(pid)))).reduce((sum, each) => sum + each, 0)
  const cpu = ((await party.processorTime()) - before) / count
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95), cpu, memory, failures }
}
