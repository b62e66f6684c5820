import { get } from 'node:http'
import { basename } from 'node:path'
import { launchBrowser } from '@lastmile/e2e/browser'
import { type ProductServer, startServer } from '@lastmile/e2e/server'
import { shippedDefinitionsMade } from '@lastmile/e2e/shipped-definitions'
import type { Browser, Page } from 'playwright-core'
import { median, quantile } from './figures.ts'
import { ms, row, say } from './report.ts'
import { createSlowNetwork } from './slow-network.ts'
import { Visitor } from './visitor.ts'
import { consentAutomatically, goesTo, isReady, openVisitor, visitInPage, wide } from './web-visit.ts'

const narrow = { width: 360, height: 740 }
const throttle = { kilobitsPerSecond: 400, roundTrip: 400 }

/**
 * Measures the web wallet in Chromium: time, frames, moved layout, bytes; docs/runs.md says what each figure
 * is.
 */
export async function measureWebWallet(proofs = 40) {
  const network = await createSlowNetwork(throttle)
  const browser = await launchBrowser()
  // The issuer's DID holds its address, so what is slow has a server of its own.
  const [server, slow] = [
    await startServer({ settings }),
    await startServer({ settings, publicUrl: `http://localhost:${network.port}` }),
  ]
  network.target = slow.port
  try {
    await Promise.all([server, slow].map(shippedDefinitionsMade))
    await measureBytes(browser, server)
    await measureShifts(browser, server)
    await measureProofs(browser, server, proofs)
    await measureSlowVisit(browser, `http://localhost:${network.port}`)
  } finally {
    await browser.close()
    network.close()
    await Promise.all([server.discard(), slow.discard()])
  }
}

const settings = { RATE_LIMIT_FACTOR: '100000', LOG_LEVEL: 'warn' }

/** The bytes that a visitor fetches before the wallet is opened, and because it is. */
async function measureBytes(browser: Browser, { origin }: ProductServer) {
  const { context, page } = await openVisitor(browser, origin)
  const fetched: string[] = []
  context.on('response', (response) => {
    if (/\.(js|wasm)$/.test(new URL(response.url()).pathname)) fetched.push(response.url())
  })
  await page.goto('/demo', { waitUntil: 'networkidle' })
  const before = new Set(fetched)
  await page.goto('/wallet')
  await isReady(page)
  const files = await Promise.all([...new Set(fetched)].filter((url) => !before.has(url)).map(weigh))
  say('\nGzipped, fetched only when the wallet opens')
  for (const { name, bytes } of files.toSorted((one, other) => other.bytes - one.bytes)) row(`  ${name}`, [kb(bytes)])
  const isEarly = [...before].some((url) => /\.wasm|wallet-(worker|panel)/.test(url))
  row('Of the wallet, before it was opened', [isEarly ? 'SOME' : 'nothing'])
  await context.close()
}

const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

const weigh = (url: string) =>
  new Promise<{ name: string; bytes: number }>((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      answer.on('end', () => resolve({ name: basename(url), bytes }))
    }).on('error', reject)
  })

/** How far the page moves when the wallet is opened beside it, or before it. */
async function measureShifts(browser: Browser, { origin }: ProductServer) {
  say('\nLayout that moves when the wallet opens (CLS), and with what a press excuses')
  for (const viewport of [wide, narrow]) {
    const { context, page } = await openVisitor(browser, origin, viewport)
    await page.addInitScript(watchShifts)
    await page.goto('/demo')
    await goesTo(page, 'CONNECT')
    const opener = page.getByTestId('open-web-wallet')
    await opener.waitFor()
    await page.waitForTimeout(1_000)
    await page.evaluate(() => shifts.splice(0))
    await opener.click()
    await isReady(page)
    await page.waitForTimeout(1_000)
    const seen = await page.evaluate(() => shifts)
    const sum = (some: typeof seen) => some.reduce((total, { value }) => total + value, 0).toFixed(3)
    row(`  ${viewport.width} px`, [sum(seen.filter(({ isExcused }) => !isExcused)), sum(seen)])
    await context.close()
  }
}

/** From asking for an invitation, which START does, to the proof's arrival, by a wallet that says yes by itself. */
async function measureProofs(browser: Browser, { origin }: ProductServer, count: number) {
  const { context, page } = await openVisitor(browser, origin)
  await page.addInitScript(consentAutomatically)
  await page.addInitScript(watchFrames)
  await page.goto('/wallet')
  await isReady(page)

  const issuer = new Visitor(origin)
  const { answer: characters } = await issuer.call('getCharacters')
  const screens = characters.flatMap(({ onboarding }) => onboarding)
  const credential = screens.flatMap(({ credentials = [] }) => credentials).find(({ name }) => name === 'Student Card')
  if (!credential) throw new Error('Content has no Student Card.')
  const { answer: definition } = await issuer.call('getOrCreateCredDef', { body: { credential } })
  const connectionId = await connects(issuer, page)
  const attributes = credential.attributes.map(({ name, value }) => ({ name, value }))
  await issuer.call('offerCredential', {
    body: { connection_id: connectionId, cred_def_id: definition.data, credential_proposal: { attributes } },
  })
  await issuer.reached('issue_credential', 'credential_issued')
  issuer.leave()

  const today = Number(new Date().toISOString().slice(0, 10).replaceAll('-', ''))
  const asked = {
    name: 'Student price',
    requested_predicates: {
      valid: {
        name: 'expiry_date',
        p_type: '>=' as const,
        p_value: today,
        restrictions: [{ cred_def_id: definition.data }],
        non_revoked: {},
      },
    },
  }
  const received: number[] = []
  const verified: number[] = []
  await page.evaluate(() => {
    pageFrames.longest = 0
    pageFrames.tasks.splice(0)
  })
  for (let round = -3; round < count; round++) {
    const verifier = new Visitor(origin)
    const began = Date.now()
    const connection_id = await connects(verifier, page)
    await verifier.call('requestProof', { body: { connection_id, proof_request: asked } })
    await verifier.reached('present_proof', 'verified')
    verifier.leave()
    // The first rounds only warm up.
    if (round < 0) continue
    received.push((verifier.notifiedAt('present_proof', 'presentation_received') ?? Number.NaN) - began)
    verified.push((verifier.notifiedAt('present_proof', 'verified') ?? Number.NaN) - began)
  }
  const { longest, tasks } = await page.evaluate(() => pageFrames)
  say(`\nFrom START to the proof, ${count} times, by a wallet that says yes by itself`)
  for (const [name, times] of Object.entries({ received, verified }))
    row(`  proof ${name}: p50, p95`, [ms(median(times)), ms(quantile(times, 0.95))])
  row('  longest frame of the page, long tasks', [ms(longest), String(tasks.length)])
  await context.close()
}

async function connects(visitor: Visitor, page: Page): Promise<string> {
  const { answer } = await visitor.call('createInvite', { body: { my_label: 'Bench' } })
  await visitor.follow({ connectionId: answer.connection_id })
  await page.evaluate(handOver, answer.short_url)
  await visitor.reached('connections', 'active')
  return answer.connection_id
}

/** A whole visit with a slow network. */
async function measureSlowVisit(browser: Browser, origin: string) {
  const { context, page } = await openVisitor(browser, origin)
  const laps: [string, number][] = []
  const began = performance.now()
  await visitInPage(page, (what) => laps.push([what, performance.now() - began]))
  say(`\nA visit at ${throttle.kilobitsPerSecond} kbit/s and ${throttle.roundTrip} ms, until`)
  for (const [what, time] of laps) row(`  ${what}`, [`${(time / 1000).toFixed(1)} s`])
  await context.close()
}

// The code below runs in pages.

declare global {
  var shifts: { value: number; isExcused: boolean }[]
  var pageFrames: { longest: number; tasks: number[] }
}

function watchShifts() {
  globalThis.shifts = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      shifts.push({ value: entry.value, isExcused: entry.hadRecentInput })
  }).observe({ type: 'layout-shift', buffered: true })
}

function watchFrames() {
  globalThis.pageFrames = { longest: 0, tasks: [] }
  let last = performance.now()
  const look = (now: number) => {
    pageFrames.longest = Math.max(pageFrames.longest, now - last)
    last = now
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  new PerformanceObserver((list) =>
    pageFrames.tasks.push(...list.getEntries().map(({ duration }) => duration)),
  ).observe({
    type: 'longtask',
  })
}

/** Gives a link to the wallet’s page, as pasting it and pressing the button does. */
function handOver(link: string) {
  const form = [...document.forms].find(({ elements }) => elements[0] instanceof HTMLInputElement)
  const input = form?.elements[0] as HTMLInputElement
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, link)
  input.dispatchEvent(new Event('input', { bubbles: true }))
  // Once the page has taken the text.
  setTimeout(() => form?.requestSubmit(), 0)
}
