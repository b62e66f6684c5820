import { dialogTexts, labels } from '@lastmile/contracts/specified-texts'
import { readLink } from '../../browser.ts'
import type { Album } from '../album.ts'

/** Dialogs that open above a screen, or instead of a wallet. */
export const dialogs: Album = {
  name: 'dialogs',
  photograph: async ({ person, visit, wallet, take }) => {
    const { page } = visit
    const takeDialog = async (name: string) => {
      const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
      await dialog.first().waitFor()
      await take(name)
      await page.keyboard.press('Escape')
      await dialog.first().waitFor({ state: 'hidden' })
    }
    await person.onboards('Amina Bello', 'CHOOSE_WALLET')
    await person.looksForPhoneWallets()
    for (const button of await page.getByRole('button', { name: /^USE / }).all()) {
      const name = (await button.textContent()) ?? ''
      await button.click()
      await takeDialog(`how to get a wallet: ${name}`)
    }
    await page.getByRole('banner').getByRole('button', { name: labels.leave }).click()
    await takeDialog('leaving the onboarding')
    await person.onboards('Amina Bello', 'CONNECT')
    await page.getByRole('button', { name: 'Enlarge' }).click()
    await takeDialog('the code enlarged')
    await page.getByRole('button', { name: 'Nothing happens?' }).click({ timeout: 13_000 })
    await takeDialog('help with connecting')
    await page.goto(await readLink(page, 'invitation-link'))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await take('an invitation opened in a browser')
    await page.goto('/demo')
    wallet.policies.offers = 'silent'
    wallet.policies.proofRequests = 'silent'
    await person.onboards('Amina Bello', 'ACCEPT_CREDENTIAL')
    const offer = await wallet.offers.next()
    await page.getByRole('button', { name: labels.notReceived }).click({ timeout: 13_000 })
    await takeDialog(dialogTexts.notReceived.title)
    await page.goto('/demo/nurse')
    await takeDialog('another character')
    await offer.accept()
    await person.onboards('Amina Bello')
    await person.seesHeading(labels.usingCredentials)
    await page.getByRole('button', { name: labels.leave }).first().click()
    await takeDialog('leaving the dashboard')
    await person.plays('Get the student price', 'PROOF')
    const help = page.getByRole('button', { name: 'Nothing came, or something else came?' })
    await help.click({ timeout: 13_000 })
    await takeDialog(dialogTexts.unexpectedContent.title)
    await page.getByRole('banner').getByRole('button', { name: labels.leave }).click()
    await takeDialog('leaving a use case')
  },
}
