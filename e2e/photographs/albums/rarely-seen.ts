import { labels } from '@lastmile/contracts/specified-texts'
import { adaeze } from '../../person.ts'
import type { Album } from '../album.ts'
import { insightsPasscode } from '../options.ts'

/** A picture of 400 × 250 pixels that stands for a photo of a document. */
async function documentPhoto(draw: (script: string) => Promise<string>): Promise<Buffer> {
  const url = await draw(`(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 250 })
    const context = canvas.getContext('2d')
    context.fillStyle = '#c9b58b'
    context.fillRect(0, 0, 400, 250)
    context.fillStyle = '#6b5836'
    context.fillRect(24, 40, 110, 150)
    return canvas.toDataURL('image/png')
  })()`)
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}

/** Screens that few visitors meet: photos, unsigned details, the documents of the API, the operator's page. */
export const rarelySeen: Album = {
  name: 'rarely-seen',
  photograph: async ({ person, visit, take }) => {
    const { page } = visit
    await person.isConfirmed('PERSON_INFORMATION')
    await page.getByRole('button', { name: 'Take a photo: front of the document' }).click()
    await page.getByTestId('camera').getByRole('button', { name: labels.tryAgain }).waitFor()
    await take('camera that is not there')
    await page.keyboard.press('Escape')
    const file = page.getByLabel('Choose a file: front of the document')
    await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
    await person.sees('is not a picture.')
    await take('file that is no picture')
    const buffer = await documentPhoto((script) => page.evaluate(script))
    await file.setInputFiles({ name: 'front.png', mimeType: 'image/png', buffer })
    await page.getByAltText('Front of the document, your photo').waitFor()
    await person.fillsIn({ ...adaeze, documentNumber: 'X'.repeat(61) })
    await take('form, filled in, with a photo')
    await person.presses(labels.next)
    await person.isConfirmed('ACCEPT_CREDENTIAL')
    await person.sees('The issuer won’t sign these details as they are.')
    await take('details that are not signed')
    await person.presses('Correct the form')
    await person.comesTo('PERSON_INFORMATION')
    await page.getByTestId('refusal-summary').waitFor()
    await take('form, to be corrected')
    await page.goto('/docs')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await take('documents of the API')
    await page.goto('/server/insights')
    await page.getByLabel('Passcode').waitFor()
    await take('insights, asking for the passcode')
    await page.getByLabel('Passcode').fill(insightsPasscode)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Insights' }).waitFor()
    await take('insights')
  },
}
