import { fileURLToPath } from 'node:url'
import { launchBrowser } from '@lastmile/e2e/browser'
import { type ProductServer, startServer } from '@lastmile/e2e/server'
import { shippedDefinitionsMade } from '@lastmile/e2e/shipped-definitions'
import type { Browser, Page } from 'playwright-core'
import { row, say } from './report.ts'
import { createSlowNetwork, type SlowNetwork } from './slow-network.ts'
import { type Moment, moments, openVisitor, visitInPage } from './web-visit.ts'

const serverWithSharedKeys = fileURLToPath(new URL('../apps/server/test/server-with-shared-keys.ts', import.meta.url))

const line = { kilobitsPerSecond: 200, roundTrip: 400, loss: 0.05 }
const cutFor = 30_000
/** A wait longer than this has to say what for, in milliseconds. */
const longestSilence = 3_000

/** A first state for each step of a visit: an invitation to each of two connections, an offer, a request. */
const asked = { 'connection invited': 2, 'credential offer_sent': 1, 'proof request_sent': 1 }

/**
 * Whole visits on a slow line that loses packets, each without a network for half a minute at another moment: that they
 * end well, that nothing is asked twice, and what no text speaks of for long (docs/runs.md).
 *
 * @param count of the moments, from the first on; all by default
 */
export async function measureBrokenLines(count = moments.length - 1) {
  const network = await createSlowNetwork(line)
  const browser = await launchBrowser()
  const server = await startServer({
    // Its definitions are not measured: with the tests' keys they are there in seconds.
    nodeOptions: ['--import', 'tsx'],
    program: serverWithSharedKeys,
    settings: { RATE_LIMIT_FACTOR: '100000', LOG_LEVEL: 'warn' },
    publicUrl: `http://localhost:${network.port}`,
  })
  network.target = server.port
  try {
    await shippedDefinitionsMade(server)
    say(`\nA visit at ${line.kilobitsPerSecond} kbit/s, ${line.roundTrip} ms, ${line.loss * 100} % lost; cut for 30 s`)
    for (const moment of moments.slice(0, count)) {
      // A visit that fails must not cost those after it.
      await visitWithCut(browser, server, network, moment).catch((error) => {
        row(`  when ${moment}`, [`FAILED: ${String(error).split('\n')[0]}`])
        process.exitCode = 1
      })
    }
  } finally {
    await browser.close()
    network.close()
    await server.discard()
  }
}

async function visitWithCut(browser: Browser, server: ProductServer, network: SlowNetwork, cutAt: Moment) {
  const { context, page } = await openVisitor(browser, `http://localhost:${network.port}`)
  try {
    await measureVisit(page, server, network, cutAt)
  } finally {
    await context.close()
  }
}

async function measureVisit(page: Page, server: ProductServer, network: SlowNetwork, cutAt: Moment) {
  const before = await askedBy(server)
  await page.addInitScript(watchSilence)
  let uncaught = 0
  page.on('pageerror', () => uncaught++)
  const began = performance.now()
  await visitInPage(page, (moment) => moment === cutAt && network.cut(cutFor))
  const seconds = (performance.now() - began) / 1000
  const { longest, where } = await page.evaluate(() => silent)
  const after = await askedBy(server)
  const more = Object.keys(asked).map((what) => (after.get(what) ?? 0) - (before.get(what) ?? 0))
  const isOnce = Object.values(asked).every((count, index) => more[index] === count)
  row(`  when ${cutAt}: verified after, asked`, [
    `${seconds.toFixed(0)} s`,
    isOnce ? 'once' : `${more.join(', ')} TIMES`,
  ])
  row('    longest silence, uncaught errors', [
    `${(longest / 1000).toFixed(1)} s${longest > longestSilence ? ` TOO LONG: ${where}` : ''}`,
    String(uncaught),
  ])
}

/** How often the server's exchanges reached each state, by kind and state. */
async function askedBy({ metricsUrl }: ProductServer): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const lines = (await (await fetch(metricsUrl)).text()).matchAll(
    /^exchange_states_total\{exchange="(\w+)",state="(\w+)".*\} (\d+)$/gm,
  )
  for (const [, kind, state, count] of lines) {
    const what = `${kind} ${state}`
    counts.set(what, (counts.get(what) ?? 0) + Number(count))
  }
  return counts
}

declare global {
  var silent: { since: number; longest: number; where: string }
}

/** Runs in the page: the longest time in which nothing on it said that something is awaited. */
function watchSilence() {
  globalThis.silent = { since: performance.now(), longest: 0, where: '' }
  setInterval(() => {
    const words = [...document.querySelectorAll('[role=status], [role=alert], [aria-disabled=true], progress')]
    const isSaid = words.some((element) => element.checkVisibility() && element.textContent?.trim() !== '')
    const now = performance.now()
    if (isSaid) silent.since = now
    if (now - silent.since <= silent.longest) return
    silent.longest = now - silent.since
    silent.where = `${location.pathname} ${document.querySelector('h1')?.textContent}`
  }, 250)
}
