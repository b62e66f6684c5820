import { launchBrowser } from '@lastmile/e2e/browser'
import { type ProductServer, startServer } from '@lastmile/e2e/server'
import { shippedDefinitionsMade } from '@lastmile/e2e/shipped-definitions'
import { LinkChecker } from './links.ts'
import { measureRoute } from './measure-route.ts'
import { type Options, readOptions } from './options.ts'
import { findMisses, Table } from './report.ts'
import { findSite, selectRoutes } from './routes.ts'
import { onboard } from './visitor.ts'

/**
 * Loads every route of the real server as visitors, search engines and screen readers do, prints a row for each, and
 * ends with what misses its target (quality targets, speed and accessibility).
 */
const say = (text = '') => process.stdout.write(`${text}\n`)

try {
  const options = readOptions(process.argv.slice(2))
  // A limit on requests is no matter of the pages, and one address asks for all of them.
  const server = await startServer({ settings: { RATE_LIMIT_FACTOR: '100000', LOG_LEVEL: 'warn' } })
  try {
    process.exitCode = (await measureSite(server, options)) ? 0 : 1
  } finally {
    await server.discard()
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 2
}

/** Resolves with whether everything reaches its target. */
async function measureSite(server: ProductServer, options: Options): Promise<boolean> {
  const { origin } = server
  const site = await findSite(origin)
  const routes = selectRoutes(site.routes, options.routes)
  const needsVisitor = routes.some(({ needsOnboarding }) => needsOnboarding)
  // A new server makes keys in the background, which would slow the pages down, and keep the visitor waiting.
  if (options.lighthouse || needsVisitor) await shippedDefinitionsMade(server)

  const browser = await launchBrowser()
  try {
    const state = needsVisitor ? await onboard(browser, origin, site.characterName) : undefined
    const tools = {
      browser,
      origin,
      links: new LinkChecker(origin),
      lighthouseRuns: options.lighthouse ? options.runs : 0,
    }
    const table = new Table(routes.map(({ path }) => path))
    const misses: { path: string; lines: string[] }[] = []
    table.printHead()
    for (const route of routes) {
      const lines: string[] = []
      try {
        const findings = await measureRoute(tools, route, route.needsOnboarding ? state : undefined)
        table.printRow(findings)
        lines.push(...findMisses(findings))
      } catch (error) {
        // The other routes are still worth measuring.
        table.printFailure(route)
        lines.push(`could not be measured: ${error instanceof Error ? error.message : error}`)
      }
      if (lines.length > 0) misses.push({ path: route.path, lines })
    }
    say('\nSizes in kB gzipped. JS: in all. later: what of it came only with use.')
    for (const { path, lines } of misses) say(`\n${path}\n${lines.map((line) => `  ${line}`).join('\n')}`)
    say()
    say(
      misses.length === 0
        ? 'Everything reaches its target.'
        : `${misses.length} of ${routes.length} routes miss a target.`,
    )
    return misses.length === 0
  } finally {
    await browser.close()
  }
}
