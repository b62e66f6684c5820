import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { socketPath } from '@lastmile/contracts/constants'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type WebSocketRoute,
} from 'playwright-core'
import { clusterDatabase } from './cluster/database.ts'

const screenshots = fileURLToPath(new URL('./screenshots', import.meta.url))
const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/** Chromium without all that a window needs: it takes a fifth less of the processor. */
const headlessShell = '/usr/bin/chromium-headless-shell'

/** Milliseconds for one action, on a slow machine and beside other journeys. */
const actionTimeoutMs = 30_000

const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * The system's Chromium, or the one that CHROMIUM_PATH names, without a window and without calls to other hosts. Its
 * contexts are private windows.
 * @param more arguments
 */
export const launchBrowser = (more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: executablePath(), args: [...args, ...more] })

/** The same for a journey that needs no camera: in the headless shell, if that is of the same system. */
export function launchShell(): Promise<Browser> {
  const path = executablePath()
  const isBeside = path === places[0] && existsSync(headlessShell)
  return chromium.launch({ executablePath: isBeside ? headlessShell : path, args })
}

/** The same with a profile, which keeps what it holds in the folder. */
export const launchProfile = (folder: string, origin: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, { executablePath: executablePath(), args, baseURL: origin })

function executablePath(): string {
  const found = process.env.CHROMIUM_PATH ?? places.find((path) => existsSync(path))
  if (!found) throw new Error('No Chromium was found: install one, or name it in CHROMIUM_PATH.')
  return found
}

/** Errors that a page can't avoid while its server or its network is away. */
export const serverAway = [
  /net::ERR_/,
  /WebSocket connection to .* failed/,
  /status of 50[234]/,
  /^refused: 50[234]/,
  // Until the server is ready, its socket accepts no connection.
  /^refused: 403 \S+ \S+\/demo\/socket\//,
  /status of 403 .*\/demo\/socket\//,
]

/** A page that polled for lack of a web socket asks for a session that was the dead server's. */
const sessionGone = [/^refused: 400 \S+ \S+\/demo\/socket\//, /status of 400 .*\/demo\/socket\//]

/** Errors of a page that any journey tolerates: with a cluster, one of its servers dies every few seconds. */
const always = clusterDatabase ? [...serverAway, ...sessionGone] : []

/** The consent cookie of a visitor who wants nothing optional; see `apps/web/app/consent`. */
const declined = { name: 'consent', value: '1.2026-01-01' }

/**
 * One visitor's browser: a fresh context, whose every error is kept until the test has ended. The question about
 * cookies is answered, unless a test clears the cookies.
 */
export class Visit {
  readonly context: BrowserContext
  readonly page: Page
  /** Console errors, uncaught errors, failed and refused requests. */
  readonly complaints: string[] = []
  private readonly tolerated: RegExp[] = [...always]
  private readonly sockets: WebSocketRoute[] = []

  private constructor(context: BrowserContext, page: Page) {
    this.context = context
    this.page = page
  }

  static async begin(browser: Browser, origin: string, options: BrowserContextOptions = {}): Promise<Visit> {
    const context = await browser.newContext({
      baseURL: origin,
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    })
    context.setDefaultTimeout(actionTimeoutMs)
    await context.addCookies([{ ...declined, url: origin }])
    const visit = new Visit(context, await context.newPage())
    await context.routeWebSocket(`**${socketPath}**`, (socket) => {
      socket.connectToServer()
      visit.sockets.push(socket)
    })
    visit.listen(visit.page)
    context.on('page', (page) => visit.listen(page))
    return visit
  }

  /** Says which errors belong to what the test does, such as requests to a server that was just killed. */
  tolerate(...expected: RegExp[]) {
    this.tolerated.push(...expected)
  }

  /** Cuts the live link, as a change of networks does. */
  async closeSockets() {
    for (const socket of this.sockets.splice(0)) await socket.close()
  }

  /** Another tab of the same browser. */
  async openTab(path: string): Promise<Page> {
    const tab = await this.context.newPage()
    await tab.goto(path)
    return tab
  }

  /** Unexpected failures. */
  get unexpected() {
    return this.complaints.filter((complaint) => !this.tolerated.some((expected) => expected.test(complaint)))
  }

  /** Saves how every open tab looks, with its complaints and other notes, under the test's name. */
  async photograph(name: string, notes: string) {
    await mkdir(screenshots, { recursive: true })
    const file = join(screenshots, name.replaceAll(/[^\w-]+/g, '-').slice(0, 100))
    for (const [index, page] of this.context.pages().entries()) {
      await page.screenshot({ path: `${file}-${index}.png`, fullPage: true }).catch(() => undefined)
    }
    await writeFile(`${file}.txt`, [this.page.url(), ...this.complaints, notes].join('\n'))
  }

  private listen(page: Page) {
    const complain = (text: string) => this.complaints.push(text)
    page.on('console', (message) => {
      if (message.type() === 'error') complain(`console: ${message.text()} (${message.location().url})`)
    })
    page.on('pageerror', (error) => complain(`uncaught: ${error.message}`))
    page.on('requestfailed', (request) => {
      // A page that is left cancels what it was asking for.
      const reason = request.failure()?.errorText
      if (reason !== 'net::ERR_ABORTED') complain(`failed: ${request.method()} ${request.url()} ${reason}`)
    })
    page.on('response', (response) => {
      if (response.status() < 400) return
      complain(`refused: ${response.status()} ${response.request().method()} ${response.url()}`)
    })
  }
}

/** The link that a person would copy into a wallet. */
export async function readLink(page: Page, kind: 'invitation-link' | 'offer-link' | 'proof-link'): Promise<string> {
  const element = page.getByTestId(kind)
  await element.waitFor({ state: 'attached' })
  const link = await element.evaluate((node) =>
    node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement
      ? node.value
      : (node.getAttribute('href') ?? node.textContent),
  )
  if (!link) throw new Error(`There is no link in ${kind}`)
  return new URL(link, page.url()).href
}

/** Runs in the page: what the browser keeps is as a page of an older version may have left it. */
export function forgetsCharacter(key: string) {
  const state = JSON.parse(localStorage.getItem(key) ?? '{}')
  localStorage.setItem(key, JSON.stringify({ ...state, characters: { ...state.characters, currentCharacter: null } }))
}
