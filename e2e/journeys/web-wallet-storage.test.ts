import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { launchProfile } from '../browser.ts'
import { Desk } from '../desk.ts'
import { journey } from '../journey.ts'
import { WebWallet } from '../web-wallet.ts'

journey('a wallet outlives its browser, and one in a private window does not', async ({ browser, server }) => {
  const desk = await Desk.open(server.origin)
  const receives = async (context: BrowserContext) => {
    const wallet = new WebWallet(await context.newPage())
    await desk.connects(wallet)
    await desk.offers()
    await wallet.accepts()
    return wallet
  }
  const proves = async (wallet: WebWallet) => {
    const restrictions = [{ cred_def_id: desk.definitionId }]
    const proof = await desk.asks({
      name: 'Names',
      requested_attributes: { names: { names: ['given_names', 'family_name'], restrictions, non_revoked: {} } },
    })
    await wallet.shares()
    await proof.comesTo('verified')
  }

  const folder = await mkdtemp(join(tmpdir(), 'last-mile-profile-'))
  try {
    const before = await launchProfile(folder, server.origin)
    await receives(before)
    await before.close()
    const after = await launchProfile(folder, server.origin)
    const wallet = new WebWallet(await after.newPage())
    await wallet.page.goto('/wallet')
    await wallet.holds(1)
    await proves(wallet)
    await after.close()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }

  const options = { baseURL: server.origin }
  const window = await browser.newContext(options)
  await proves(await receives(window))
  await window.close()
  const next = await browser.newContext(options)
  const empty = new WebWallet(await next.newPage())
  await empty.page.goto('/wallet')
  await empty.sees('There are none yet.')
  await next.close()
})

journey('a wallet whose storage the browser lost opens it anew, and goes on', async ({ visit, server }) => {
  const wallet = new WebWallet(visit.page)
  const desk = await Desk.open(server.origin)
  await desk.connects(wallet)
  await desk.offers()
  const [worker] = visit.page.workers()
  if (!worker) throw new Error('The wallet has no worker')
  // Safari closes the connection without an event; the next call fails.
  await worker.evaluate(() => {
    const { transaction } = IDBDatabase.prototype
    IDBDatabase.prototype.transaction = function (...call) {
      IDBDatabase.prototype.transaction = transaction
      this.close()
      return transaction.apply(this, call)
    }
  })
  await wallet.accepts()
  await visit.page.reload()
  await wallet.holds(1)
})
