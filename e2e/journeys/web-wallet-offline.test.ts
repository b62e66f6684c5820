import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { serverAway, Visit } from '../browser.ts'
import { Desk } from '../desk.ts'
import { journey, startPrepared } from '../journey.ts'
import { WebWallet } from '../web-wallet.ts'

const built = fileURLToPath(new URL('../../apps/web/build/client', import.meta.url))
const title = 'A wallet in your browser'

/** The built site in two builds: the second says something else, and so its scripts have other names. */
async function twoBuilds(folder: string) {
  const second = join(folder, 'second')
  await cp(built, second, { recursive: true })
  const entries = await readdir(second, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const read = async (file: string) => [file, await readFile(file, 'utf8')] as const
  const texts = await Promise.all(files.filter((file) => /\.(html|js)$/.test(file)).map(read))
  const scripts = files.filter((file) => /\b[\da-f]{12}\.js$/.test(file))
  const names = scripts.map((file) => basename(file, '.js'))
  const renamed = (text: string) =>
    names.reduce((rest, name) => rest.replaceAll(name, [...name].reverse().join('')), text)
  for (const file of files.filter((file) => /\.(br|gz)$/.test(file))) await rm(file)
  for (const [file, text] of texts) {
    const changed = renamed(text).replaceAll(title, `${title}, again`)
    await writeFile(file, changed.replace(/(version:.)[\w-]{12}/, '$1anotherbuild'))
  }
  for (const file of scripts) await rename(file, join(dirname(file), renamed(basename(file))))
  return { first: built, second }
}

/** Runs in the page: the files that are kept for it, by name of their cache. */
const kept = async () => {
  const found: Record<string, string[]> = {}
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    found[name] = (await cache.keys()).map(({ url }) => new URL(url).pathname)
  }
  return found
}

/** Cached files would be there without a network, too. */
async function forgetsHttpCache(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.clearBrowserCache')
  await devtools.detach()
}

journey('what is held is there without a network, and a new build at once with one', async ({ browser }) => {
  const folder = await mkdtemp(join(tmpdir(), 'last-mile-builds-'))
  const { first, second } = await twoBuilds(folder)
  const webDir = join(folder, 'web')
  await symlink(first, webDir)
  const { server, end } = await startPrepared({ WEB_DIR: webDir })
  onTestFinished(async () => {
    await end()
    await rm(folder, { recursive: true })
  })
  const visit = await Visit.begin(browser, server.origin)
  const { page } = visit
  const wallet = new WebWallet(page)

  // The site's pages have nothing of it.
  await page.goto('/')
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  const desk = await Desk.open(server.origin)
  await desk.connects(wallet)
  await page.evaluate(() => navigator.serviceWorker.ready)
  const atFirst = await page.evaluate(kept)
  const [files = [], ...others] = Object.values(atFirst)
  expect(others).toEqual([])
  expect(files).toContain('/wallet')
  expect(
    files.filter((file) => !/^\/(wallet|wallet\/.*|assets\/.*|icons\/.*|favicon\.\w+|wallet\.webmanifest)$/.test(file)),
  ).toEqual([])

  await server.stop()
  // A message on its way as the server went is sent once more, and the server may have it already.
  visit.tolerate(...serverAway, /^refused: 400 POST \S+\/didcomm$/)
  await forgetsHttpCache(page)
  await page.reload()
  await page.getByRole('heading', { name: title, exact: true }).waitFor()
  await wallet.opens('Activity')
  await wallet.sees('You connected with “Registry”.')
  await wallet.sees(/can’t be reached at the moment\./)

  await rm(webDir)
  await symlink(second, webDir)
  await server.restart()
  await page.reload()
  await page.getByRole('heading', { name: `${title}, again` }).waitFor()
  await wallet.sees('Ready')
  const isReplaced = async () => {
    // To open the old one just after it was deleted would make it anew.
    const names = await page.evaluate(() => caches.keys())
    return names.length === 1 && !names.some((name) => name in atFirst)
  }
  await expect.poll(isReplaced, { timeout: 20_000 }).toBe(true)

  await server.stop()
  await forgetsHttpCache(page)
  await page.reload()
  await page.getByRole('heading', { name: `${title}, again` }).waitFor()
  await wallet.opens('Activity')
  await wallet.sees('You connected with “Registry”.')

  // A server that fails, and then something in between that sends visitors of the wallet elsewhere, as a sign-in does.
  let status = 500
  const before = await page.evaluate(kept)
  const script = (await readFile(join(second, 'wallet-service-worker.js'), 'utf8')).replace(
    'anotherbuild',
    'buildbetween',
  )
  const between = createServer(async ({ url = '' }, response) => {
    const type = url.endsWith('.js') ? 'text/javascript' : 'text/html'
    if (url === '/wallet') response.writeHead(status, { location: '/sign-in' }).end()
    else if (url === '/sign-in') response.writeHead(200, { 'content-type': type }).end('<h1>Sign in</h1>')
    else if (url === '/wallet-service-worker.js') response.writeHead(200, { 'content-type': type }).end(script)
    else {
      const file = await readFile(join(second, url)).catch(() => undefined)
      response.writeHead(file ? 200 : 404, { 'content-type': type }).end(file)
    }
  }).listen(server.port, '127.0.0.1')
  await once(between, 'listening')
  visit.tolerate(/.*/)
  const updated = async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    const outcome = new Promise<string>((resolve) =>
      registration?.addEventListener('updatefound', () => {
        const { installing } = registration
        installing?.addEventListener('statechange', () => installing.state !== 'installed' && resolve(installing.state))
      }),
    )
    await registration?.update()
    return outcome
  }
  expect(await page.evaluate(updated)).toBe('redundant')
  await page.goto('/wallet')
  await page.getByRole('heading', { name: `${title}, again` }).waitFor()
  status = 302
  expect(await page.evaluate(updated)).toBe('redundant')
  expect(await page.evaluate(kept)).toMatchObject(before)
  await page.goto('/wallet')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  between.closeAllConnections()
  between.close()
  await forgetsHttpCache(page)
  await page.goto('/wallet')
  await page.getByRole('heading', { name: `${title}, again` }).waitFor()

  await visit.context.close()
  expect(visit.unexpected).toEqual([])
})
