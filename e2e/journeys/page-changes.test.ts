import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey } from '../journey.ts'

const moving = journey.extend({ device: { reducedMotion: 'no-preference' } })

/** From a document that the browser has not seen to another: a transition needs the consent of both. */
const ways = [
  ['/', '/demo'],
  ['/confirmd', '/demo/confirmedPerson'],
  ['/student', '/demo/student'],
  ['/demo', '/'],
  ['/', '/wallet'],
  ['/docs', '/'],
] as const

moving('pages fade into one another without an error, built or made by the server', async ({ visit }) => {
  const { page } = visit
  const devTools = await visit.context.newCDPSession(page)
  await devTools.send('Network.setCacheDisabled', { cacheDisabled: true })
  for (const [from, to] of ways) {
    await page.goto(from)
    await leadsTo(page, to)
    expect(visit.unexpected, `from ${from} to ${to}`).toEqual([])
  }
})

async function leadsTo(page: Page, path: string) {
  await page.evaluate((href) => {
    const link = document.createElement('a')
    link.href = href
    document.body.append(link)
    link.click()
  }, path)
  await page.waitForURL(`**${path}`)
  await page.waitForLoadState('networkidle')
}
