import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { launchShell, Visit } from './browser.ts'
import { startJourneyCluster } from './cluster/journey-cluster.ts'
import { Person } from './person.ts'
import { type ProductServer, startServer, usedLeftOut } from './server.ts'
import { createWallet, type Wallet } from './wallet/wallet.ts'

interface Stage {
  /** Of the files of a process, one after the other. */
  sharedServer: ProductServer
  server: ProductServer
  browser: Browser
  /** Options of the visitor's browser; a window of 1280 px by default. */
  device: BrowserContextOptions
  /** A visitor who has never been here. */
  visit: Visit
  /** A phone that accepts everything until the test says otherwise. */
  wallet: Wallet
  /** The visitor with the phone. */
  person: Person
}

/** Of the files that run at the same time each has its own, since no two servers can have one port. */
function preparedData() {
  const place = Number(process.env.VITEST_POOL_ID) - 1
  const own = inject('prepared')[place]
  if (!own) throw new Error(`More test files run at the same time than data were prepared for: ${place + 1}.`)
  return own
}

/** The server of all journeys of a process. */
let shared: ProductServer | undefined
let restarting: Promise<void> | undefined

/** Starts a server on a copy of what was prepared for this file. It has the port of the shared one, which stops. */
export async function startPrepared(settings: Record<string, string> = {}) {
  await shared?.stop()
  const { dataDir: prepared, port, databaseUrl } = preparedData()
  if (databaseUrl) return startJourneyCluster(databaseUrl, port, settings)
  const dataDir = await mkdtemp(join(tmpdir(), 'last-mile-'))
  await cp(prepared, dataDir, { recursive: true })
  const server = await startServer({ port, dataDir, settings })
  const end = async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { server, end }
}

/** Of a journey that repeats another, so that `npm test` leaves it to `npm run long -- journeys` (docs/testing.md). */
export const repeats = { tags: ['repeats'] }

/**
 * A test with a running server, a visitor's browser and a wallet, as far as it asks for them. It fails when the page
 * complained about something that the test did not announce.
 */
export const journey = test.extend<Stage>({
  sharedServer: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads which fixtures are needed from this pattern
    async ({}, use) => {
      const { server, end } = await startPrepared()
      shared = server
      await use(server)
      await end()
    },
    { scope: 'worker' },
  ],
  server: async ({ sharedServer }, use) => {
    // The test before may have left it stopped; one start is for all that run at the same time.
    if (!sharedServer.isRunning) restarting ??= sharedServer.restart().finally(() => (restarting = undefined))
    await restarting
    await use(sharedServer)
    expect(usedLeftOut(sharedServer.output)).toBeUndefined()
  },
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: see above
    async ({}, use) => {
      const browser = await launchShell()
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  device: {},
  visit: async ({ browser, device, server, task }, use) => {
    const visit = await Visit.begin(browser, server.origin, device)
    await use(visit)
    if (task.result?.state === 'fail') await visit.photograph(task.name, server.output.slice(-20_000))
    await visit.context.close()
    expect(visit.unexpected).toEqual([])
  },
  wallet: async ({ task }, use) => {
    const wallet = await createWallet({ label: 'Phone' })
    await use(wallet)
    if (task.result?.state === 'fail') for (const problem of wallet.problems.received) console.error(problem)
    await wallet.close()
  },
  person: async ({ visit, wallet }, use) => {
    await use(new Person(visit.page, wallet))
  },
})
