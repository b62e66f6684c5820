import type { BrowserContext } from 'playwright-core'
import { expect } from 'vitest'
import { builtFile } from '../built-file.ts'
import { journey, repeats } from '../journey.ts'

const notCome = /A part of this page has not come\. If you use a content blocker, pause it for this site, then reload\./
const atOnce = 4

/** A visitor's words when a file of the page does not come. @param isHurried whether its animations end at once */
async function readWithout(context: BrowserContext, path: string, file: string, isHurried: boolean): Promise<string> {
  const page = await context.newPage()
  // A route of Playwright's would have the server send all the other files anew.
  const devTools = await context.newCDPSession(page)
  let stopped = 0
  devTools.on('Fetch.requestPaused', ({ requestId }) => {
    stopped += 1
    void devTools.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
  })
  await devTools.send('Fetch.enable', { patterns: [{ urlPattern: `*${file}` }] })
  await page.goto(path)
  let text = ''
  const isSaid = async () => {
    if (isHurried)
      await page.evaluate(() => {
        for (const each of document.getAnimations()) each.finish()
      })
    text = await page.locator('body').innerText()
    // Some files are asked for only when the page is there.
    return stopped > 0 && (!text.includes('Opening the page') || notCome.test(text))
  }
  await expect.poll(isSaid, { timeout: 10_000, message: `${path} without ${file}` }).toBe(true)
  await page.close()
  return text
}

for (const path of ['/demo', '/wallet', '/lab'])
  journey(
    `${path} says within ten seconds that one of its files has not come, whichever`,
    path === '/demo' ? {} : repeats,
    async ({ browser, server }) => {
      // The wallet's would serve what does not come.
      const options = { baseURL: server.origin, reducedMotion: 'reduce', serviceWorkers: 'block' } as const
      const context = await browser.newContext(options)
      const page = await context.newPage()
      const files = new Set<string>()
      page.on('request', (request) => {
        const { pathname } = new URL(request.url())
        if (pathname.endsWith('.js')) files.add(pathname)
      })
      await page.goto(path)
      await page.locator('h1:visible').first().waitFor()
      await page.waitForTimeout(1_000)
      expect(await page.locator('body').innerText()).not.toMatch(notCome)
      const left = [...files]
      const texts: string[] = []
      const some = async () => {
        for (let file = left.pop(); file; file = left.pop()) texts.push(await readWithout(context, path, file, true))
      }
      await Promise.all(Array.from({ length: atOnce }, some))
      // Most are imported by all others.
      expect(texts.filter((text) => notCome.test(text)).length).toBeGreaterThan(20)
      expect(await readWithout(context, path, builtFile('app/demo.tsx'), false)).toMatch(notCome)
      await context.close()
    },
  )

journey('nobody notices when a blocker stops what is tracked', async ({ visit, person }) => {
  visit.tolerate(/net::ERR_/)
  await visit.page.route('**/demo/analytics/track', (route) => route.abort('blockedbyclient'))
  await person.onboards('Amina Bello', 'CONNECT')
  await visit.page.getByText('A phone can’t reach this server').waitFor()
  const page = visit.page.locator('body')
  expect((await page.innerText()).replace('A phone can’t reach', '')).not.toMatch(/try again|could not|can’t/i)
  expect(await visit.page.getByRole('alert').count()).toBe(0)
})
