import { launch } from 'chrome-launcher'
import lighthouse, { type Flags, type Result } from 'lighthouse'
import { chromium } from 'playwright-core'
import type { VisitorState } from './open-page.ts'
import { notFoundPath, type Route } from './routes.ts'
import { pageTargets } from './targets.ts'

export type Category = keyof typeof pageTargets.scores
export const categories = Object.keys(pageTargets.scores) as Category[]

export interface LighthouseFigures {
  /** Of 100. */
  readonly scores: Readonly<Record<Category, number>>
  /** Cumulative layout shift. */
  readonly layoutShift: number
  /** Audits that cost points in any run, for each category. */
  readonly complaints: Readonly<Record<Category, readonly string[]>>
}

const chromeFlags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic']

/**
 * Visits the route with Lighthouse's slow phone and takes the median of several runs, each in a browser that has never
 * been here, or has just what the state brings.
 */
export async function runLighthouse(
  route: Route,
  origin: string,
  runs: number,
  state: VisitorState | undefined,
): Promise<LighthouseFigures> {
  const results: Result[] = []
  for (let run = 0; run < runs; run += 1) results.push(await visit(route, origin, state))
  const scoreOf = (category: Category) =>
    middle(results.map((result) => Math.round((result.categories[category]?.score ?? 0) * 100)))
  return {
    scores: forEachCategory(scoreOf),
    layoutShift: middle(results.map(({ audits }) => audits['cumulative-layout-shift']?.numericValue ?? 0)),
    complaints: forEachCategory((category) => [
      ...new Set(results.flatMap((result) => complaintsOf(result, category))),
    ]),
  }
}

/** On a busy machine Lighthouse sometimes sees nothing, and asks to be run again. */
const attempts = 3

async function visit(route: Route, origin: string, state: VisitorState | undefined): Promise<Result> {
  let message = 'it said nothing'
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const result = await visitOnce(route, origin, state)
    if (result && !result.runtimeError) return result
    message = result?.runtimeError?.message ?? message
  }
  throw new Error(`Lighthouse failed ${attempts} times: ${message}`)
}

async function visitOnce(route: Route, origin: string, state: VisitorState | undefined): Promise<Result | undefined> {
  const chrome = await launch({ chromePath: process.env.CHROMIUM_PATH, chromeFlags, logLevel: 'silent' })
  try {
    if (state) await plant(state, chrome.port)
    const flags: Flags = {
      port: chrome.port,
      logLevel: 'error',
      onlyCategories: categories,
      disableStorageReset: state !== undefined,
      ignoreStatusCode: route.path === notFoundPath,
      skipAudits: wantedFailures(route),
    }
    const result = await lighthouse(origin + route.path, flags)
    return result?.lhr
  } finally {
    chrome.kill()
  }
}

/**
 * Intended failures cost no points: a page kept from search engines, and a status that browsers complain about.
 */
function wantedFailures({ path, page }: Route): string[] {
  return [
    ...(page?.isIndexed ? [] : ['is-crawlable']),
    ...(path === notFoundPath ? ['http-status-code', 'errors-in-console'] : []),
  ]
}

/** Gives the browser the visitor's cookies and storage, and lets go of it again. */
async function plant(state: VisitorState, port: number) {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  try {
    const [context] = browser.contexts()
    if (!context) throw new Error('The browser that was just started has no profile.')
    await context.addCookies(state.cookies)
    const page = await context.newPage()
    for (const { origin, localStorage } of state.origins) {
      // A file without code of its own, which would write into the storage too.
      await page.goto(`${origin}/robots.txt`)
      await page.evaluate((entries) => {
        for (const { name, value } of entries) window.localStorage.setItem(name, value)
      }, localStorage)
    }
    await page.close()
  } finally {
    await browser.close()
  }
}

function complaintsOf({ audits, categories: found }: Result, category: Category): string[] {
  return (found[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const audit = audits[id]
    if (weight === 0 || !audit || audit.score === null || audit.score >= 0.99) return []
    return [audit.displayValue ? `${id} (${audit.displayValue})` : id]
  })
}

/** The middle of the figures; of an even number, the lower of the two. */
function middle(figures: readonly number[]): number {
  return figures.toSorted((one, other) => one - other)[Math.floor((figures.length - 1) / 2)] ?? 0
}

function forEachCategory<Value>(of: (category: Category) => Value): Record<Category, Value> {
  return {
    performance: of('performance'),
    accessibility: of('accessibility'),
    'best-practices': of('best-practices'),
    seo: of('seo'),
  }
}
