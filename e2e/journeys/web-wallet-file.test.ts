import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { findBarriers } from '../axe.ts'
import { Visit } from '../browser.ts'
import { Desk } from '../desk.ts'
import { journey } from '../journey.ts'
import { WebWallet } from '../web-wallet.ts'

const password = 'seven unrelated words'

/** How far below the window's upper edge it ends. */
const endOf = (element: Locator) => element.evaluate((node) => node.getBoundingClientRect().bottom)

async function savesFile(page: Page): Promise<string> {
  await (await new WebWallet(page).setting('Save it as a file')).click()
  const dialog = page.getByRole('dialog', { name: 'Save it as a file' })
  await dialog.getByLabel('Password', { exact: true }).fill('too short')
  await dialog.getByRole('button', { name: 'Save the file' }).click()
  await dialog.getByText('This is too short.').waitFor()
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByLabel('The same password again').fill(`${password}.`)
  await dialog.getByRole('button', { name: 'Save the file' }).click()
  await dialog.getByText('This is not the same password.').waitFor()
  expect(await findBarriers(page, 'saving a wallet')).toEqual([])
  await dialog.getByLabel('The same password again').fill(password)
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save the file' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^wallet-\d{4}-\d\d-\d\d\.json$/)
  await page.getByText(`${download.suggestedFilename()} is where your browser puts downloads.`).waitFor()
  return download.path()
}

journey('a wallet goes into another browser as a file, and proves there', async ({ browser, server, visit }) => {
  const folder = await mkdtemp(join(tmpdir(), 'last-mile-wallet-'))
  const fileOf = async (name: string, text: string) => {
    await writeFile(join(folder, name), text)
    return join(folder, name)
  }
  const desk = await Desk.open(server.origin)
  const wallet = new WebWallet(visit.page)
  await desk.connects(wallet)
  const offer = await desk.offers({ given_names: 'Ngozi' })
  await wallet.accepts()
  await desk.issued(offer)

  const file = await savesFile(visit.page)
  const text = await readFile(file, 'utf8')
  expect(text).not.toContain('Ngozi')
  const tooLarge = join(folder, 'large.json')
  const large = await open(tooLarge, 'w')
  await large.truncate(64 * 1024 * 1024 + 1)
  await large.close()
  // One wallet in two places is one too many.
  await visit.page.goto('about:blank')

  const elsewhere = await Visit.begin(browser, server.origin)
  const { page } = elsewhere
  const other = new WebWallet(page)
  await (await Desk.open(server.origin)).connects(other, 'Museum')
  await (await new WebWallet(page).setting('Open a file')).click()
  const dialog = page.getByRole('dialog', { name: 'Open a file' })
  const opens = async (path: string, word = password) => {
    await dialog.getByLabel('File of the wallet').setInputFiles(path)
    await dialog.getByLabel('Its password').fill(word)
    await dialog.getByRole('button', { name: 'Open the file' }).click()
  }
  const agreement = dialog.getByLabel('Replace the wallet that is here')
  await opens(file)
  expect(await agreement.evaluate((box) => box.matches(':invalid'))).toBe(true)
  await agreement.check()
  for (const [path, word, sentence] of [
    [file, 'eight unrelated words', 'The file does not open with this password.'],
    [await fileOf('cut.json', text.slice(0, 400)), password, 'This is not the file of a wallet'],
    [await fileOf('new.json', text.replace('"version":1', '"version":2')), password, 'A newer version of this wallet'],
    [tooLarge, password, 'This file holds more than this wallet takes'],
  ] as const) {
    await opens(path, word)
    await dialog.getByText(sentence).waitFor()
  }
  expect(await findBarriers(page, 'opening a wallet’s file')).toEqual([])
  await page.setViewportSize({ width: 360, height: 640 })
  await dialog.evaluate((element) => element.scrollTo(0, 0))
  await dialog.getByLabel('File of the wallet').setInputFiles(await fileOf('none.json', '{}'))
  await dialog.getByLabel('Its password').press('Enter')
  await dialog.getByText('This is not the file of a wallet').waitFor()
  await expect.poll(() => endOf(dialog.getByText('This is not the file of a wallet'))).toBeLessThan(570)
  expect(await endOf(dialog.getByRole('button', { name: 'Open the file' }))).toBeLessThan(640)
  await page.keyboard.press('Escape')
  await other.opens('Activity')
  await other.sees('You connected with “Museum”.')

  await (await other.setting('Open a file')).click()
  await agreement.check()
  await opens(file)
  await other.sees('This is the wallet from the file now.')
  await other.holds(1)
  await other.opens('Activity')
  await other.sees('You connected with “Registry”.')
  expect(await page.getByText('Museum').count()).toBe(0)
  const proof = await desk.asks({
    name: 'Check',
    requested_attributes: { names: { names: ['given_names'], restrictions: [{ cred_def_id: desk.definitionId }] } },
    requested_predicates: {},
  })
  await other.shares()
  await proof.comesTo('verified')
  await elsewhere.context.close()
  expect(elsewhere.unexpected).toEqual([])
  await rm(folder, { recursive: true })
})
