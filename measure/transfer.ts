import { get } from 'node:http'
import { basename } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Locator, Page } from 'playwright-core'
import { watchRequests } from './open-page.ts'

/** Bytes of bodies as a browser that knows gzip receives them. */
export interface Transfer {
  readonly html: number
  /** Style sheets that are files of their own. */
  readonly css: number
  /** Of those, what the first paint waits for. */
  readonly blockingCss: number
  /** All scripts, with those inside the document: loading, at rest, and in use. */
  readonly script: number
  /** Of those, what came only with use. */
  readonly laterScript: number
  /** The scripts by name and size, the heaviest first. */
  readonly scripts: readonly string[]
  /** Files of this site that the page asked for in vain. */
  readonly failures: readonly string[]
}

/**
 * Loads the address into a fresh page, waits until nothing more comes by itself, uses the page, and weighs everything
 * that it fetched. Nothing of the browser is changed for it.
 */
export async function measureTransfer(page: Page, url: string): Promise<Transfer> {
  const { origin } = new URL(url)
  const fetched = new Set<string>()
  const failures: string[] = []
  page.on('response', (response) => {
    const asked = response.url()
    // Another page, fetched ahead of a press on its link, is that page's weight.
    const isPage = response.headers()['content-type']?.startsWith('text/html')
    if (!asked.startsWith(`${origin}/`) || asked === url || (isPage && response.ok())) return
    if (response.status() >= 400) failures.push(`${asked} answers ${response.status()}`)
    else if (response.request().method() === 'GET') fetched.add(asked)
  })
  const requests = watchRequests(page)
  await page.goto(url, { waitUntil: 'load' })
  await requests.quiet()
  const { inlineScript, blockingSheets } = await readDocument(page)
  const atRest = new Set(fetched)
  await usePage(page)
  await requests.quiet()

  const files = await Promise.all([...fetched].map(weigh))
  const sum = (type: RegExp, from: readonly File[] = files) =>
    from.reduce((total, file) => total + (type.test(file.type) ? file.bytes : 0), 0)
  return {
    html: (await weigh(url)).bytes,
    css: sum(/css/),
    blockingCss: sum(
      /css/,
      files.filter((file) => blockingSheets.includes(file.url)),
    ),
    script: sum(/javascript/) + (inlineScript ? gzipSync(inlineScript).length : 0),
    laterScript: sum(
      /javascript/,
      files.filter((file) => !atRest.has(file.url)),
    ),
    scripts: files
      .filter(({ type }) => /javascript/.test(type))
      .sort((one, other) => other.bytes - one.bytes)
      .map(({ url: address, bytes }) => `${basename(address)} ${(bytes / 1000).toFixed(1)}`),
    failures,
  }
}

/**
 * Does all that a visitor may do on a page: agree to everything, see and close settings and menu, read to the end,
 * point at a link, begin to fill in a form, change the theme.
 */
async function usePage(page: Page) {
  const pressIfThere = async (button: Locator) => {
    if (await button.first().isVisible()) await button.first().click()
  }
  await pressIfThere(page.getByRole('button', { name: 'Accept all' }))
  await pressIfThere(page.getByRole('link', { name: 'Cookie settings' }))
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 360, height: 740 })
  await pressIfThere(page.getByRole('button', { name: 'Menu' }))
  await page.keyboard.press('Escape')
  await page.mouse.wheel(0, 100_000)
  await page.getByRole('link').last().hover()
  const field = page.getByRole('textbox').and(page.locator(':not([readonly])')).first()
  if (await field.isVisible()) await field.fill('a')
  await pressIfThere(page.getByRole('button', { name: /light and dark|theme/ }))
}

const readDocument = (page: Page) =>
  page.evaluate(() => ({
    inlineScript: [...document.scripts]
      .filter(({ src, type }) => !src && ['', 'module', 'text/javascript'].includes(type))
      .map(({ text }) => text)
      .join('\n'),
    blockingSheets: [...document.querySelectorAll<HTMLLinkElement>('link[rel~="stylesheet"]')]
      .filter(({ disabled }) => !disabled)
      .map(({ href }) => href),
  }))

interface File {
  url: string
  type: string
  bytes: number
}

const weighed = new Map<string, Promise<File>>()

/** How many bytes the server sends for a file to a browser that knows gzip. */
function weigh(url: string): Promise<File> {
  const file = weighed.get(url) ?? askFor(url)
  weighed.set(url, file)
  return file
}

function askFor(url: string): Promise<File> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      answer.on('end', () => resolve({ url, type: answer.headers['content-type'] ?? '', bytes }))
      answer.on('error', reject)
    }).on('error', reject)
  })
}
