import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '@lastmile/e2e/free-port'
import { type ProductServerOptions, startServer } from '@lastmile/e2e/server'
import { shippedDefinitionsMade } from '@lastmile/e2e/shipped-definitions'
import { median } from './figures.ts'
import { createProduct, registerDefinition } from './product.ts'
import { ms, ratio, row, say } from './report.ts'
import { settled } from './server-process.ts'
import { type StoreSize, storeSize } from './store-size.ts'
import { measureVisits, type Party } from './visit.ts'
import { Visitor } from './visitor.ts'
import { withWallets } from './wallets.ts'

const clock = new URL('shift-clock.mjs', import.meta.url).href
const dayMs = 24 * 60 * 60 * 1000
/** Wallets open at the same time; their visitors come one after the other. */
const batch = 25
const warmUp = 20

/**
 * Whether the server stays as it is: what the last of many visitors costs beside the first, and what is left of all of them in the
 * database when their time is over.
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
      await shippedDefinitionsMade(server)
      const definitionId = await registerDefinition(new Visitor(server.origin), 'Revocable credential', true)
      const { origin, pid, metricsUrl } = server
      const product = createProduct({ origin, pid, metricsUrl, workers: await settled(pid) }, definitionId)
      await visit(product, warmUp)
      sizes.push(['Before', await storeSize(dataDir)])
      const hundred = Math.min(100, Math.floor(visitors / 2))
      const first = await visit(product, hundred)
      await visit(product, visitors - 2 * hundred)
      const last = await visit(product, hundred)
      sizes.push(['After them', await storeSize(dataDir)])

      say(`\n${visitors} visitors in a row, one at a time`)
      row('', [`first ${hundred}`, `last ${hundred}`, 'ratio'])
      row('CPU per visitor', [ms(first.cpu), ms(last.cpu), ratio(last.cpu, first.cpu)])
      row('One visitor p50', [ms(first.p50), ms(last.p50), ratio(last.p50, first.p50)])
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

/** Milliseconds per visitor. */
async function visit(product: Party, count: number): Promise<{ cpu: number; p50: number }> {
  const times: number[] = []
  let cpu = 0
  for (let left = count; left > 0; left -= batch) {
    const figures = await withWallets(Math.min(batch, left), (wallets) => measureVisits(product, wallets, 1))
    times.push(...figures.times)
    cpu += figures.cpu
  }
  return { cpu: cpu / count, p50: times.length > 0 ? median(times) : Number.NaN }
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
