import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright-core'

/** A visitor's browser state: cookies and storage. */
export type VisitorState = Awaited<ReturnType<BrowserContext['storageState']>>

const quietMs = 700
const longestMs = 30_000

/**
 * Watches what a page asks for. Its `quiet` resolves when nothing has been under way for a while; live connections do
 * not count.
 *
 * @throws Error from `quiet` when the page does not come to rest within half a minute.
 */
export function watchRequests(page: Page): { quiet: () => Promise<void> } {
  let underWay = 0
  let changedAt = Date.now()
  const change = (difference: number) => () => {
    underWay += difference
    changedAt = Date.now()
  }
  page.on('request', change(1))
  page.on('requestfinished', change(-1))
  page.on('requestfailed', change(-1))
  return {
    quiet: async () => {
      const began = Date.now()
      changedAt = began
      while (underWay > 0 || Date.now() - changedAt < quietMs) {
        if (Date.now() - began > longestMs) throw new Error(`${page.url()} still loads after ${longestMs / 1000} s.`)
        await pause(50)
      }
    },
  }
}
