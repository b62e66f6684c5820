import { findBarriers } from '@lastmile/e2e/axe'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { type LighthouseFigures, runLighthouse } from './lighthouse.ts'
import type { LinkChecker } from './links.ts'
import { findGaps } from './metadata.ts'
import { type VisitorState, watchRequests } from './open-page.ts'
import { readFacts } from './page-facts.ts'
import type { Route } from './routes.ts'
import { socialImageProblem } from './social-image.ts'
import { readStructuredData } from './structured-data.ts'
import { measureTransfer, type Transfer } from './transfer.ts'

/** The findings on one route. */
export interface Findings {
  readonly route: Route
  readonly transfer: Transfer
  /** Undefined where Lighthouse was not wanted. */
  readonly lighthouse: LighthouseFigures | undefined
  /** The findings of axe, by theme and width. */
  readonly barriers: readonly string[]
  readonly brokenLinks: readonly string[]
  readonly gaps: readonly string[]
}

export interface Tools {
  readonly browser: Browser
  readonly origin: string
  readonly links: LinkChecker
  /** 0 for none. */
  readonly lighthouseRuns: number
}

/**
 * Measures one route.
 *
 * @param state of a visitor who has been through the onboarding, for routes that need one
 */
export async function measureRoute(tools: Tools, route: Route, state: VisitorState | undefined): Promise<Findings> {
  const { browser, origin, links, lighthouseRuns } = tools
  const url = origin + route.path
  const open = <Result>(options: BrowserContextOptions, work: (page: Page) => Promise<Result>) =>
    withPage(browser, { storageState: state, ...options }, work)

  const transfer = await open({}, (page) => measureTransfer(page, url))
  // Search engines and shared links read what the server sends; a screen is made in the browser.
  const facts = await open({ javaScriptEnabled: !route.page }, async (page) => {
    await goThere(page, url)
    return readFacts(page)
  })
  const barriers = await open({ reducedMotion: 'reduce' }, async (page) => {
    await goThere(page, url)
    return [...(await findBarriers(page, route.path)), ...(await findBarriers(page, route.path, [768]))]
  })
  const lighthouse = lighthouseRuns > 0 ? await runLighthouse(route, origin, lighthouseRuns, state) : undefined

  const structured = route.page?.isIndexed ? readStructuredData(route.page, facts) : { gaps: [], links: [] }
  const picture = route.page?.isIndexed ? await socialImageProblem(facts.meta['og:image']) : undefined
  return {
    route,
    transfer,
    lighthouse,
    barriers,
    brokenLinks: [...transfer.failures, ...(await links.findBroken(facts, structured.links))],
    gaps: [...findGaps(route, facts, origin), ...structured.gaps, ...(picture ? [picture] : [])],
  }
}

async function withPage<Result>(
  browser: Browser,
  options: BrowserContextOptions,
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext(options)
  try {
    return await work(await context.newPage())
  } finally {
    await context.close()
  }
}

/** Waits until the page shows what it is about. */
async function goThere(page: Page, url: string) {
  const requests = watchRequests(page)
  await page.goto(url, { waitUntil: 'load' })
  await requests.quiet()
  await page.locator('h1').first().waitFor()
}
