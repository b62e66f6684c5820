import { get } from 'node:http'
import { basename } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { watchRequests } from './open-page.ts'

/** Bytes of bodies as a browser that knows gzip receives them. */
export interface Transfer {
  readonly html: number
  /** Style sheets that are files of their own. */
  readonly css: number
  /** Of those, what the first paint waits for. */
  readonly blockingCss: number
  /** Scripts before the first interaction or idle, with those inside the document. */
  readonly earlyScript: number
  /** Scripts that come when the browser is idle. */
  readonly lateScript: number
  /** The scripts by name and size, the heaviest first. */
  readonly scripts: readonly string[]
  /** Files of this site that the page asked for in vain. */
  readonly failures: readonly string[]
}

/** Makes idle wait until it is called for, so that what comes before and after can be told apart on any machine. */
const holdIdle = `
  const held = [], idle = window.requestIdleCallback.bind(window)
  window.requestIdleCallback = (work) => held.push(work)
  window.releaseIdle = () => {
    window.requestIdleCallback = idle
    for (const work of held.splice(0)) idle(work)
  }`

/** Loads the address into a fresh page, first as far as it gets before idle, then to the end, and weighs what it fetched. */
export async function measureTransfer(page: Page, url: string): Promise<Transfer> {
  const { origin } = new URL(url)
  const fetched: string[] = []
  const failures: string[] = []
  page.on('response', (response) => {
    const asked = response.url()
    if (!asked.startsWith(`${origin}/`) || asked === url) return
    if (response.status() >= 400) failures.push(`${asked} answers ${response.status()}`)
    else if (response.request().method() === 'GET') fetched.push(asked)
  })
  await page.addInitScript(holdIdle)
  const requests = watchRequests(page)
  await page.goto(url, { waitUntil: 'load' })
  await requests.quiet()
  const early = [...new Set(fetched)]
  const { inlineScript, blockingSheets } = await readDocument(page)
  await page.evaluate('window.releaseIdle()')
  await requests.quiet()
  const late = [...new Set(fetched)].filter((each) => !early.includes(each))

  const earlyFiles = await Promise.all(early.map(weigh))
  const lateFiles = await Promise.all(late.map(weigh))
  const sum = (files: readonly File[], type: RegExp) =>
    files.reduce((total, file) => total + (type.test(file.type) ? file.bytes : 0), 0)
  return {
    html: (await weigh(url)).bytes,
    css: sum([...earlyFiles, ...lateFiles], /css/),
    blockingCss: sum(
      earlyFiles.filter((file) => blockingSheets.includes(file.url)),
      /css/,
    ),
    earlyScript: sum(earlyFiles, /javascript/) + (inlineScript ? gzipSync(inlineScript).length : 0),
    lateScript: sum(lateFiles, /javascript/),
    scripts: [...earlyFiles, ...lateFiles]
      .filter(({ type }) => /javascript/.test(type))
      .sort((one, other) => other.bytes - one.bytes)
      .map(({ url: address, bytes }) => `${basename(address)} ${(bytes / 1000).toFixed(1)}`),
    failures,
  }
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

const known = new Map<string, Promise<File>>()

/** How many bytes the server sends for a file to a browser that knows gzip. */
function weigh(url: string): Promise<File> {
  const file = known.get(url) ?? askFor(url)
  known.set(url, file)
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
