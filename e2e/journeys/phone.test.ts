import { apiRoutes } from '@lastmile/contracts/api-routes'
import { errorTexts, labels } from '@lastmile/contracts/specified-texts'
import { expect } from 'vitest'
import { serverAway } from '../browser.ts'
import { journey } from '../journey.ts'
import { issuingText } from '../shown-texts.ts'

/** The wallet is on the same device as the page. */
const phone = {
  viewport: { width: 360, height: 780 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
}

const onPhone = journey.extend({ device: phone })

/**
 * Keeps the browser from handing over to a wallet app, which it would ask about in a dialog that no page sees and that
 * takes all presses; what would have been opened is noted.
 */
function staysOnPage() {
  const { navigation } = window as unknown as { navigation: EventTarget }
  navigation.addEventListener('navigate', (event) => {
    const { url } = (event as Event & { destination: { url: string } }).destination
    if (/^(https?|about):/.test(url)) return
    event.preventDefault()
    document.documentElement.dataset.opened = url
  })
}

onPhone('everything on the phone that holds the wallet', async ({ person, visit, wallet }) => {
  const { page } = visit
  const sideways: string[] = []
  person.companion = async (screen) => {
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
    if (scrollWidth > clientWidth) sideways.push(screen)
  }
  await page.addInitScript(staysOnPage)
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'Try Our Demo' }).first().tap()
  await page.waitForURL('**/demo')

  await person.onboards('Amina Bello', 'CHOOSE_WALLET')
  await person.looksForPhoneWallets()
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

  /** Taps on the link into the wallet, and says what it opens. */
  async function opensWallet() {
    await page.getByTestId('open-wallet').tap()
    const opened = () => page.evaluate(() => document.documentElement.dataset.opened ?? '')
    await expect.poll(opened).toContain('://')
    return opened()
  }
})

onPhone('an offer to the wallet on the same phone fails three times', async ({ person, visit }) => {
  visit.tolerate(...serverAway)
  const offers = `**${apiRoutes.offerCredentialByDeepLink.path}`
  let calls = 0
  await visit.context.route(offers, (route) => {
    calls += 1
    return route.fulfill({ status: 503, json: { error: { code: 'busy', message: '' } } })
  })
  await visit.page.addInitScript(staysOnPage)
  await person.onboards('Amina Bello', 'CONNECT')
  await visit.page.getByTestId('open-wallet').tap()
  await person.onboards('Amina Bello', 'ACCEPT_CREDENTIAL')
  await person.sees(errorTexts.deepLinkIssuanceFailed)
  expect(calls).toBe(3)
  await visit.context.unroute(offers)
  await person.presses(labels.tryAgain)
  await person.sees(issuingText('arrived'))
})
