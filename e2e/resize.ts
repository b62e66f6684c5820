import type { Page } from 'playwright-core'

/** Gives the window a size, and waits until the page is drawn with it: another width may build its parts anew. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}
