import { confirmedPersonPath } from '@lastmile/contracts/site'
import { dialogTexts, labels } from '@lastmile/contracts/specified-texts'
import { type Album, photographsOnTheWay } from '../album.ts'

/** The Confirmed Person flow: skipped, reloaded, left, and through to its use cases. */
export const confirmedPerson: Album = {
  name: 'confirmed-person',
  photograph: async (studio) => {
    const { person, visit, take } = studio
    const { page } = visit
    await person.isConfirmed('PERSON_INFORMATION')
    await take('form, empty')
    await person.isConfirmed('CONNECT_WALLET')
    await page.getByRole('img', { name: /QR code/ }).waitFor()
    await page.getByRole('banner').getByRole('button', { name: labels.leave }).click()
    await person.sees(dialogTexts.leaveFlow.text)
    await take('leaving')
    await page.keyboard.press('Escape')
    await page.reload()
    await person.comesTo('PERSON_INFORMATION')
    await take('form, to be filled in again')
    await person.isConfirmed('CONNECT_WALLET')
    const undo = page.getByRole('button', { name: 'Connect a wallet after all' })
    await take('connecting skipped', async () => {
      if (await undo.isVisible()) await undo.click()
      await person.presses('Skip Connection')
    })
    await person.comesTo('SETUP_COMPLETED')
    await take('completed without a wallet')
    await person.presses(labels.finish)
    await person.isHome()

    await page.goto(confirmedPersonPath)
    photographsOnTheWay(studio, 'flow')
    await person.isConfirmed()
    await take('dashboard at first')
    for (const name of ['Open a bank account', 'Hospital check-in', 'Employment verification']) {
      photographsOnTheWay(studio, name)
      await person.plays(name)
    }
    await page.getByRole('alertdialog', { name: dialogTexts.showcaseCompleted.title }).waitFor()
    await take('showcase completed')
  },
}
