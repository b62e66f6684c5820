import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '@lastmile/e2e/free-port'
import { type ProductServerOptions, startServer } from '@lastmile/e2e/server'
import { shippedDefinitionsMade } from '@lastmile/e2e/shipped-definitions'
import { median } from './figures.ts'
import { createProduct, registerDefinition } from './product.ts'
import { ms, row, say } from './report.ts'
import { signingWorkers } from './server-process.ts'
import { type StoreSize, storeSize } from './store-size.ts'
import { measureVisits, type Party } from './visit.ts'
import { Visitor } from './visitor.ts'
import { withWallets } from './wallets.ts'

const clock = new URL('shift-clock.mjs', import.meta.url).href
const dayMs = 24 * 60 * 60 * 1000
/** Wallets open at the same time. */
const batch = 25
/** Visitors of whom only their number matters come so many at once. */
const crowd = 10
/** Visitors of the young server before it is measured: its compilers are at work for the first hundred. */
const youth = 200
/** A line for each so many of them. */
const reportEvery = 500

/**
 * Whether the server stays as it is: what a visitor costs after many others, beside a young server in turns, because
 * the machine is not as fast at all times; and what is left of all of them in the database when their time is over.
 */
export async function measureGrowth(visitors = 1_000): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-growth-'))
  const port = await freePort()
  const settings = { RATE_LIMIT_FACTOR: '100000', LOG_LEVEL: 'warn' }
  const sizes: [when: string, size: StoreSize][] = []
  const running = async (more: ProductServerOptions, work: (server: RunningServer) => Promise<void>) => {
    const server = await startServer({
      dataDir,
      port,
      settings: { ...settings, ...more.settings },
      nodeOptions: more.nodeOptions,
    })
    try {
      await work(server)
    } finally {
      await server.discard()
    }
  }
  try {
    await running({}, async (server) => {
      const other = await startServer({ settings })
      try {
        const [grown, young] = [await opened(server), await opened(other)]
        sizes.push(['Before', await storeSize(dataDir)])
        await visit(young, youth, crowd)
        const measured = Math.min(100, Math.floor(visitors / 2))
        await visit(grown, visitors - measured, crowd, say)
        const costs = { grown: [] as Cost[], young: [] as Cost[] }
        for (let left = measured; left > 0; left -= batch) {
          const count = Math.min(batch, left)
          costs.grown.push(await visit(grown, count, 1))
          costs.young.push(await visit(young, count, 1))
        }
        sizes.push(['After them', await storeSize(dataDir)])
        report(`The last ${measured} of ${visitors} visitors beside those after the first ${youth}`, costs)
      } finally {
        await other.discard()
      }
    })
    for (const [when, days] of [
      ['A day later', 1.1],
      ['401 days later', 401],
    ] as const) {
      const later = { nodeOptions: ['--import', clock], settings: { CLOCK_AHEAD: `${days * dayMs}` } }
      await running(later, () => untilForgotten(dataDir))
      // Stopped, it has written everything into the one file.
      sizes.push([when, await storeSize(dataDir)])
    }
    reportSizes(sizes)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

type RunningServer = Awaited<ReturnType<typeof startServer>>

/** A server's visitors, when its keys are made. */
async function opened({ origin, pid, metricsUrl }: RunningServer): Promise<Party> {
  await shippedDefinitionsMade({ origin })
  const definitionId = await registerDefinition(new Visitor(origin), 'Revocable credential', true)
  return createProduct({ origin, pid, metricsUrl, workers: await signingWorkers(pid) }, definitionId)
}

/** Milliseconds of CPU per visitor, and from their first to their last word. */
interface Cost {
  cpu: number
  p50: number
}

async function visit(party: Party, count: number, atOnce: number, report?: (text: string) => void): Promise<Cost> {
  const times: number[] = []
  let cpu = 0
  for (let left = count; left > 0; left -= batch) {
    const figures = await withWallets(Math.min(batch, left), (wallets) => measureVisits(party, wallets, atOnce))
    if (figures.failures[0]) throw new Error(figures.failures[0])
    times.push(...figures.times)
    cpu += figures.cpu
    const done = count - left + Math.min(batch, left)
    if (done % reportEvery === 0) report?.(`${done} of ${count} visitors`)
  }
  return { cpu: cpu / count, p50: times.length > 0 ? median(times) : Number.NaN }
}

function report(title: string, { grown, young }: Record<'grown' | 'young', Cost[]>) {
  say(`\n${title}, in ${grown.length} turns`)
  row('', ['last', 'first', 'ratio'])
  for (const [name, of] of [
    ['CPU per visitor', (cost: Cost) => cost.cpu],
    ['One visitor p50', (cost: Cost) => cost.p50],
  ] as const) {
    const ratios = grown.map((cost, turn) => of(cost) / of(young[turn] ?? cost))
    row(name, [ms(median(grown.map(of))), ms(median(young.map(of))), `${median(ratios).toFixed(2)} ×`])
  }
}

/** Longer than from one turn of forgetting to the next. */
const unchangedFor = 75_000

/** Resolves when the number of rows has not changed for that long. Rejects after ten minutes. */
async function untilForgotten(dataDir: string): Promise<void> {
  const giveUpAt = Date.now() + 600_000
  let before = ''
  for (let changedAt = Date.now(); Date.now() < changedAt + unchangedFor; await pause(5_000)) {
    const rows = JSON.stringify((await storeSize(dataDir)).rows)
    if (rows !== before) changedAt = Date.now()
    before = rows
    if (Date.now() > giveUpAt) throw new Error('The server does not stop forgetting.')
  }
}

function reportSizes(sizes: [when: string, size: StoreSize][]) {
  const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(0)} KB`
  say('\nDatabase')
  row('', ['in use', 'files', 'rows'])
  for (const [when, { used, files, rows }] of sizes)
    row(when, [kilobytes(used), kilobytes(files), `${Object.values(rows).reduce((sum, each) => sum + each, 0)}`])
  const [before, last] = [sizes.at(0)?.[1].rows ?? {}, sizes.at(-1)?.[1].rows ?? {}]
  const grown = Object.entries(last).filter(([table, count]) => count > (before[table] ?? 0))
  say(`\nTables with more rows in the end than before: ${grown.length === 0 ? 'none' : ''}`)
  for (const [table, count] of grown) row(`  ${table}`, [`${before[table] ?? 0}`, `${count}`])
}
