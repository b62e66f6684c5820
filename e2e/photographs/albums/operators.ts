import { fileURLToPath } from 'node:url'
import type { Album } from '../album.ts'

const template = fileURLToPath(new URL('../../../apps/web/public/character-template.json', import.meta.url))

/** The hidden menu, and a character of the operator's own. */
export const operators: Album = {
  name: 'operators',
  photograph: async ({ person, visit, take }) => {
    const { page } = visit
    await page.goto('/demo/student?hidden=1&revocation=1&upload=1')
    await person.comesTo('PICK_CHARACTER')
    await take('stage set by the presenter’s link')
    await page.keyboard.press('Control+k')
    const menu = page.getByRole('dialog', { name: 'Hidden menu' })
    await menu.getByRole('combobox').waitFor()
    await take('hidden menu')
    await page.keyboard.type('theme')
    await take('hidden menu, searched')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Upload a character' }).click()
    await page.getByTestId('upload-dialog').waitFor()
    await take('upload')
    const file = page.getByLabel('Character file')
    await file.setInputFiles({ name: 'broken.json', mimeType: 'application/json', buffer: Buffer.from('{"id": 7}') })
    await person.presses('UPLOAD')
    await person.sees('must be text, not a number')
    await take('upload with problems')
    await file.setInputFiles(template)
    await person.presses('UPLOAD')
    await take('upload under way')
    await page.getByTestId('upload-dialog').waitFor({ state: 'hidden', timeout: 120_000 })
    await take('picker with the uploaded character')
  },
}
