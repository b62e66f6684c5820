import type { Locator, Page } from 'playwright-core'
import { resize } from './resize.ts'

/** The elements that a person has to see without scrolling, by their use. */
export type Wanted = Readonly<Record<string, Locator>>

export type Window = readonly [width: number, height: number]

/** The windows of phones, tablets, laptops and desks; 1200 is the narrowest with the wallet beside the page. */
export const windows = [
  [320, 640],
  [360, 640],
  [390, 844],
  [768, 1024],
  [1024, 768],
  [1200, 800],
  [1280, 720],
  [1366, 768],
  [1920, 1080],
] as const satisfies readonly Window[]

/**
 * The faults of the page as it stands, one line each: something wanted that is out of view or covered, a column
 * too narrow to read, a heading broken within a word, a page to be scrolled sideways.
 *
 * @param seen windows to look through, each with the question about cookies open and shut
 */
export async function findOutOfView(
  page: Page,
  where: string,
  seen: readonly Window[],
  wanted: (width: number) => Wanted,
): Promise<string[]> {
  const found: string[] = []
  const before = page.viewportSize()
  for (const [width, height] of seen) {
    await page.setViewportSize({ width, height })
    await page.evaluate(settles, 'shut')
    // Its decisions take no press for a moment after the wallet has moved beside or before the page.
    await page.locator('[inert]').waitFor({ state: 'detached' })
    for (const consent of ['shut', 'ask']) {
      const faults = await page.evaluate(settles, consent).then(() => page.evaluate(findUnreadable))
      for (const [name, element] of Object.entries(wanted(width))) {
        const fault = await element.evaluateAll(findCover)
        if (fault) faults.push(`${name} ${fault}`)
      }
      found.push(...faults.map((fault) => `${where}, ${width} × ${height}, cookies ${consent}: ${fault}`))
    }
  }
  await page.evaluate(settles, 'shut')
  if (before) await resize(page, before)
  return found
}

/** Runs in the page: nothing is scrolled, and what the window's size changed is in place. */
async function settles(consent: string) {
  if (consent === 'ask') document.documentElement.dataset.consent = 'ask'
  else delete document.documentElement.dataset.consent
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  scrollTo(0, 0)
}

/** Runs in the page: why the first of the elements can't be seen whole, or nothing. */
export function findCover([element]: Element[]): string {
  if (!element) return 'is not there'
  const { left, top, right, bottom, width, height } = element.getBoundingClientRect()
  if (width === 0 || height === 0) return 'has no size'
  const box = `${Math.round(left)},${Math.round(top)} to ${Math.round(right)},${Math.round(bottom)}`
  if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5) return `is at ${box}`
  for (const [across, down] of [
    [0.5, 0.5],
    [0.5, 0.1],
    [0.5, 0.9],
  ] as const) {
    const over = document.elementFromPoint(left + width * across, top + height * down)
    if (over && !element.contains(over)) return `at ${box} is under ${over.outerHTML.slice(0, 100)}`
  }
  return ''
}

/** Runs in the page: columns too narrow to read, headings broken within a word, and scrolling sideways. */
function findUnreadable(): string[] {
  const faults: string[] = []
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) faults.push(`it scrolls sideways by ${scrollWidth - clientWidth} px`)
  const narrowest = Math.min(240, clientWidth - 80)
  for (const element of document.querySelectorAll('p, li, dd, h1, h2, h3, h4')) {
    if (!element.checkVisibility() || element.closest('.sr-only')) continue
    const words = [...element.childNodes].filter((node) => node instanceof Text)
    const text = words.map(({ data }) => data).join('')
    const { width, height } = element.getBoundingClientRect()
    const lines = height / Number.parseFloat(getComputedStyle(element).lineHeight)
    if (text.length > 40 && lines > 2.5 && width < narrowest) {
      faults.push(`a column of ${Math.round(width)} px: ${text.slice(0, 40)}`)
    }
    if (!/^H/.test(element.tagName)) continue
    for (const word of words) {
      for (const { index, 0: letters } of word.data.matchAll(/[^\s-]+/g)) {
        const range = document.createRange()
        range.setStart(word, index)
        range.setEnd(word, index + letters.length)
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) {
          faults.push(`a heading breaks in “${letters}”`)
        }
      }
    }
  }
  return faults
}
