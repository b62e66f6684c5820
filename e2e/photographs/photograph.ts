import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { apiRoutes } from '@lastmile/contracts'
import type { Browser } from 'playwright-core'
import { launchBrowser, Visit } from '../browser.ts'
import { Person } from '../person.ts'
import { type ProductServer, startServer } from '../server.ts'
import { shippedDefinitionsMade } from '../shipped-definitions.ts'
import { createWallet } from '../wallet/wallet.ts'
import type { Album, ShownCharacter, Studio } from './album.ts'
import { characterAlbum } from './albums/character.ts'
import { confirmedPerson } from './albums/confirmed-person.ts'
import { dialogs } from './albums/dialogs.ts'
import { failures } from './albums/failures.ts'
import { operators } from './albums/operators.ts'
import { pages } from './albums/pages.ts'
import { rarelySeen } from './albums/rarely-seen.ts'
import { webWallet } from './albums/web-wallet.ts'
import { Camera, type Film, type Photograph } from './camera.ts'
import { contactSheet } from './contact-sheet.ts'
import { insightsPasscode, readOptions } from './options.ts'

/**
 * Walks through everything with real wallets and photographs every screen, for people to look at: no test. What cannot
 * be reached is said, photographed where it got stuck, and does not keep the other albums from being made.
 */
const out = fileURLToPath(new URL('./out', import.meta.url))
const say = (text: string) => process.stdout.write(`${text}\n`)

try {
  const options = readOptions(process.argv.slice(2))
  const server = await startServer({
    settings: { RATE_LIMIT_FACTOR: '100000', LOG_LEVEL: 'warn', INSIGHTS_PASSCODE: insightsPasscode },
  })
  const browser = await launchBrowser()
  try {
    await shippedDefinitionsMade(server)
    const answer = await fetch(server.origin + apiRoutes.getCharacters.path)
    const characters = (await answer.json()) as ShownCharacter[]
    const all = [
      pages,
      ...characters.map(characterAlbum),
      confirmedPerson,
      webWallet,
      dialogs,
      operators,
      failures,
      rarelySeen,
    ]
    const unknown = options.only.find((name) => !all.some((album) => album.name === name))
    if (unknown) throw new Error(`There is no album ${unknown}. Choose from ${all.map(({ name }) => name).join(', ')}.`)
    const wanted = all.filter(({ name }) => options.only.length === 0 || options.only.includes(name))

    const made: { name: string; photographs: readonly Photograph[] }[] = []
    for (const album of wanted) {
      made.push({ name: album.name, photographs: await make(album, { server, browser, characters, film: options }) })
      await writeFile(join(out, 'index.html'), contactSheet(made))
    }
    say(`Look at ${join(out, 'index.html')}`)
  } finally {
    await browser.close()
    await server.discard()
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 2
}

interface Equipment {
  server: ProductServer
  browser: Browser
  characters: readonly ShownCharacter[]
  film: Film
}

async function make(album: Album, { server, browser, characters, film }: Equipment): Promise<readonly Photograph[]> {
  const began = performance.now()
  const camera = await Camera.open(join(out, album.name), film)
  const visit = await Visit.begin(browser, server.origin)
  const wallet = await createWallet({ label: 'Phone' })
  const person = new Person(visit.page, wallet)
  const take: Studio['take'] = (name, before) => camera.take(visit.page, name, before)
  try {
    await album.photograph({ visit, wallet, person, characters, take })
  } catch (error) {
    process.exitCode = 1
    say(`${album.name} got stuck: ${error instanceof Error ? error.message : error}`)
    await take('stuck').catch(() => undefined)
  } finally {
    await visit.context.close()
    await wallet.close()
  }
  for (const complaint of visit.unexpected) say(`${album.name}: ${complaint}`)
  say(`${album.name}: ${camera.taken.length} states in ${Math.round((performance.now() - began) / 1_000)} s`)
  return camera.taken
}
