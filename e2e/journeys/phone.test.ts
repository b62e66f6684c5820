import { labels } from '@lastmile/contracts/texts'
import { expect } from 'vitest'
import { Visit } from '../browser.ts'
import { journey } from '../journey.ts'
import { Person } from '../person.ts'

const phone = {
  viewport: { width: 360, height: 780 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
}

journey('everything on the phone that holds the wallet', async ({ browser, server, wallet }) => {
  const visit = await Visit.begin(browser, server.origin, phone)
  const { page } = visit
  const person = new Person(page, wallet)
  const sideways: string[] = []
  person.companion = async (screen) => {
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
    if (scrollWidth > clientWidth) sideways.push(screen)
  }
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'Try Our Demo' }).first().tap()
  await page.waitForURL('**/demo')

  await person.onboards('Amina Bello', 'CHOOSE_WALLET')
  await page.getByRole('button', { name: /^USE / }).first().tap()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: labels.haveWallet }).waitFor()
  expect(await dialog.getByRole('img', { name: /QR code/ }).count()).toBe(0)
  await dialog.getByRole('button', { name: labels.haveWallet }).tap()
  await person.comesTo('CONNECT')
  expect(await opensWallet()).toMatch(/^[a-z][a-z0-9+.-]*:\/\/aries_connection_invitation\?.*oob=/)
  await person.onboards('Amina Bello')
  expect(wallet.offers.received).toHaveLength(1)

  await person.plays('Get the student price', 'CONNECTION')
  await opensWallet()
  await person.playsOn()
  await person.plays('Join the public library')
  await person.plays('Borrow a laptop', 'PROOF_OOB')
  expect(await opensWallet()).toContain('aries_connection_invitation?')
  await person.playsOn()
  await page.getByRole('alertdialog', { name: 'Showcase Completed!' }).getByRole('button', { name: 'CANCEL' }).tap()
  await person.sees('3 of 3 done')
  expect(sideways).toEqual([])
  expect(visit.unexpected).toEqual([])
  await visit.context.close()

  /** Taps on the link into the wallet, which no browser of a test can follow, and says where it leads. */
  async function opensWallet() {
    const link = page.getByTestId('open-wallet')
    await link.waitFor()
    const href = await link.getAttribute('href')
    await link.tap()
    return href
  }
})
