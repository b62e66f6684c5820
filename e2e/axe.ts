import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { resize } from './resize.ts'

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const widths = [320, 768, 1280]
// Lighthouse counts the size of targets too.
const all = { 'target-size': { enabled: true } }
const ofColours = ['color-contrast', 'link-in-text-block']
const none = Object.fromEntries(ofColours.map((rule) => [rule, { enabled: false }]))

type Theme = 'light' | 'dark'

/** Rules of a theme. The dark one changes colours alone, and takes as long as all other rules together. */
const rules: Record<Theme, RunOptions> = {
  light: { rules: all },
  dark: { runOnly: { type: 'rule', values: ofColours } },
}
/** Of a width between others, which arranges what both of them show: the colours are theirs. */
const between: Partial<Record<Theme, RunOptions>> = { light: { rules: { ...all, ...none } } }

/** Many times what a long page takes on a busy machine. */
const longestMs = 30_000

/**
 * Failures that axe finds on the page as it stands, at three widths, one line per element; those of colours in both
 * themes, at the outermost widths. Also whether it has to be scrolled sideways (WCAG 1.4.10).
 *
 * @param among widths, the narrowest first; fewer for a page so long that it takes axe many seconds
 */
export async function findBarriers(page: Page, state: string, among = widths): Promise<string[]> {
  const found: string[] = []
  const before = page.viewportSize()
  for (const width of among) {
    await inTime(page, `${state}, ${width} px: resizing`, resize(page, { width, height: 800 }))
    const isBetween = width !== among[0] && width !== among.at(-1)
    for (const [theme, options] of Object.entries(isBetween ? between : rules)) {
      const where = `${state}, ${theme}, ${width} px`
      await page.emulateMedia({ colorScheme: theme as Theme })
      for (const barrier of await inTime(page, where, inspect(page, options))) found.push(`${where}: ${barrier}`)
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  if (before) await resize(page, before)
  return found
}

/**
 * A call to the browser has no time limit of its own, and a test that runs out of time does not say where.
 * Twice in some hundred runs Chromium gave a page no more frames while its scripts ran; so another size asks it for
 * them, and without an answer the error says what still runs.
 */
async function inTime<Result>(page: Page, what: string, asked: Promise<Result>): Promise<Result> {
  const done = new AbortController()
  const within = async (ms: number, answer: Promise<unknown> | undefined) =>
    (await Promise.race([answer?.then(() => true), pause(ms, false)])) ? 'run' : 'hang'
  const framesOf = (one: Page | undefined) =>
    within(
      2_000,
      one?.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => drawn(true)))),
    )
  const late = async (): Promise<Result> => {
    await pause(longestMs, undefined, { signal: done.signal })
    const scripts = await within(
      2_000,
      page.evaluate(() => document.title),
    )
    const frames = await framesOf(page)
    const other = await page.context().browser()?.newPage()
    const elsewhere = await framesOf(other)
    await other?.close()
    const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 }
    await page.setViewportSize({ width: width + 1, height })
    await page.setViewportSize({ width, height })
    const again = await framesOf(page)
    const seen = `scripts ${scripts}, frames ${frames}, elsewhere ${elsewhere}, at another size ${again}`
    console.warn(`${what}: nothing after ${longestMs / 1_000} s; ${seen}`)
    if (again === 'run' && (await within(longestMs, asked)) === 'run') return asked
    throw new Error(`${what}: nothing after ${longestMs / 1_000} s; ${seen}`)
  }
  try {
    return await Promise.race([asked, late()])
  } finally {
    done.abort()
  }
}

async function inspect(page: Page, options: RunOptions): Promise<string[]> {
  // Through the debugger, because the page's security policy rightly refuses foreign scripts.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(async (options) => {
    const axe = (window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe
    // Two frames, so that what the new width and theme changed is in place, and its colours have changed over.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const changing = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(changing.map(({ finished }) => finished))
    // Nothing is reported of what is right: finding names for it takes as long again.
    const { violations } = await axe.run({ resultTypes: ['violations'], ...options })
    const { scrollWidth, clientWidth } = document.documentElement
    const outermost = [...document.body.querySelectorAll('*')].findLast(
      (element) => element.getBoundingClientRect().right > clientWidth + 0.5,
    )
    return [
      ...violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id} at ${node.target.join(' ')}: ${node.html.slice(0, 120)}`),
      ),
      ...(scrollWidth > clientWidth
        ? [`scrolls sideways by ${scrollWidth - clientWidth} px at ${outermost?.outerHTML.slice(0, 200)}`]
        : []),
    ]
  }, options)
}
