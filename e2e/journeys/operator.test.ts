import { fileURLToPath } from 'node:url'
import { labels } from '@lastmile/contracts/specified-texts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { findBarriers } from '../axe.ts'
import { journey } from '../journey.ts'
import { provingText } from '../shown-texts.ts'
import { tracesAt, tracesIn } from '../traces.ts'

const template = fileURLToPath(new URL('../../apps/web/public/character-template.json', import.meta.url))

const palette = (page: Page) => page.getByRole('dialog', { name: 'Hidden menu' })

/** Announcements of a screen reader. */
const hears = (page: Page, words: string) =>
  page.locator('[aria-live]').filter({ hasText: words }).first().waitFor({ state: 'attached' })

const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme)

/** Keys are made at the lowest priority: beside other journeys that takes minutes. */
async function uploadsTemplate(page: Page) {
  await page.getByLabel('Character file').setInputFiles(template)
  await page.getByRole('button', { name: 'UPLOAD', exact: true }).click()
  await page.getByTestId('upload-dialog').waitFor({ state: 'hidden', timeout: 300_000 })
}

journey('an operator changes the demo with the hidden menu', async ({ person }) => {
  const { page } = person
  await person.onboards('Amina Bello')
  await person.plays('Get the student price')
  await person.sees('1 of 3 done')

  const leave = page.getByRole('button', { name: labels.leave })
  await leave.focus()
  await page.keyboard.press('Control+k')
  expect(await palette(page).getByRole('combobox').getAttribute('placeholder')).toBe('You found the hidden menu')
  expect(await findBarriers(page, 'hidden menu')).toEqual([])
  await page.keyboard.press('Escape')
  await palette(page).waitFor({ state: 'hidden' })
  expect(await leave.evaluate((node) => node === document.activeElement)).toBe(true)

  await person.commands('hidden', 'Show hidden use cases')
  await hears(page, 'Hidden use cases are shown now.')
  await person.sees('1 of 4 done')
  await person.commands('hide hidden', 'Hide hidden use cases')
  await person.sees('1 of 3 done')

  const revoking = page.getByRole('heading', { name: labels.revokingCredentials })
  await revoking.waitFor()
  await person.commands('revocation', 'Hide revocation')
  await revoking.waitFor({ state: 'hidden' })
  await person.commands('revocation', 'Show revocation')
  await revoking.waitFor()

  expect(await theme(page)).toBe('light')
  await person.commands('dark', 'Switch to the dark theme')
  await expect.poll(() => theme(page)).toBe('dark')

  await person.commands('confetti', 'Throw confetti')
  await person.sees('No confetti: your device asks for less motion.')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await person.commands('confetti', 'Throw confetti')
  await page.locator('[popover] canvas').waitFor()
  await page.locator('[popover]').waitFor({ state: 'detached' })
  await page.emulateMedia({ reducedMotion: 'reduce' })

  await person.commands('upload', 'Show character upload')
  await person.commands('link', 'Copy presenter’s link')
  await hears(page, 'The link is copied.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${new URL(page.url()).origin}/demo/student?theme=dark&hidden=0&revocation=1&upload=1&protocol=didcomm`,
  )

  await person.commands('dashboard', 'Reset the dashboard')
  await person.sees('0 of 3 done')
  await person.commands('reset the demo', 'Reset the demo')
  await person.comesTo('PICK_CHARACTER')
  expect(await page.getByRole('radio', { checked: true }).count()).toBe(0)

  // Without keys: five presses on the mark at the foot of the page.
  const mark = page.getByRole('button', { name: /^The mark of the house/ })
  for (let press = 0; press < 5; press++) await mark.click()
  await palette(page).getByRole('option', { name: 'Switch to the light theme' }).click()
  await expect.poll(() => theme(page)).toBe('light')
})

journey(
  "a presenter's link sets the stage, and an uploaded character plays on it",
  { timeout: 480_000 },
  async ({ person, server }) => {
    const { page } = person
    await page.goto('/demo/student?theme=dark&hidden=1&revocation=1&upload=1&hidden=2')
    await page.getByRole('radio', { name: /Amina Bello/, checked: true }).waitFor()
    expect(new URL(page.url()).search).toBe('')
    expect(await theme(page)).toBe('dark')

    await page.goto('/demo')
    await page.getByRole('button', { name: 'Upload a character' }).click()
    const dialog = page.getByTestId('upload-dialog')
    await dialog.waitFor()
    expect(await person.canPress('UPLOAD')).toBe(false)
    expect(await findBarriers(page, 'upload')).toEqual([])
    const broken = { name: 'broken.json', mimeType: 'application/json', buffer: Buffer.from('{"id": 7}') }
    await page.getByLabel('Character file').setInputFiles(broken)
    await person.presses('UPLOAD')
    await person.sees('must be text, not a number')
    expect(await findBarriers(page, 'upload with problems')).toEqual([])
    await uploadsTemplate(page)
    await hears(page, 'Sade Balogun is uploaded and among the characters now.')

    await person.onboards('Sade Balogun')
    await person.plays('Pass the front gate', 'PROOF_OOB')
    expect(new URL(page.url()).pathname).toBe('/uc/uploaded-front-gate')
    await person.scans('proof-link')
    await person.sees(provingText('verifiedText'))

    expect(await tracesIn(page)).not.toMatch(/Sade|Balogun|Swift Wheels/)
    expect(await tracesAt(server)).not.toMatch(/Sade|Balogun/)
    const reloaded = await page.reload()
    expect(reloaded?.status()).toBe(200)
    await person.sees('Your character’s file is needed again.')
    await person.presses('Choose the file again')
    await uploadsTemplate(page)
    await person.sees(provingText('verifiedText'))
    await person.presses(labels.next)
    await person.playsOn()
    await person.sees('1 of 1 done')
  },
)
