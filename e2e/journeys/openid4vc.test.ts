import { confirmedPersonPath } from '@lastmile/contracts/site'
import { labels } from '@lastmile/contracts/specified-texts'
import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { findBarriers } from '../axe.ts'
import { journey, repeats } from '../journey.ts'
import { Person } from '../person.ts'
import { provingText } from '../shown-texts.ts'
import { showsAnyway } from '../shows-anyway.ts'
import { WebWallet } from '../web-wallet.ts'
import { openWillingWallet } from '../willing-wallet.ts'

/** A visitor with the web wallet, who agrees to everything that comes. */
function visitor(page: Page) {
  const wallet = new WebWallet(page)
  const person = new Person(page, wallet)
  person.companion = wallet.agrees
  return { person, wallet }
}

/** Places that the wallet has connected with, which it does by DIDComm alone. */
async function connections(wallet: WebWallet): Promise<number> {
  await wallet.showsHome()
  await wallet.opens('Activity')
  await wallet.page
    .getByText(/^You (received|answered) /)
    .first()
    .waitFor()
  const all = wallet.page.getByRole('button', { name: /^Show all/ })
  if (await all.isVisible()) await all.click()
  return wallet.page.getByText(/^You connected with/).count()
}

journey('a student by OpenID4VC alone, whose revoked card is refused and replaced', async ({ visit: { page } }) => {
  const { person, wallet } = visitor(page)
  await person.onboardsBy('openid4vc')
  for (const useCase of ['Get the student price', 'Join the public library', 'Borrow a laptop'])
    await person.plays(useCase)
  await person.sees('Showcase Completed!')
  await person.presses('CANCEL')
  await wallet.holds(2)

  person.companion = async () => {}
  await person.revokes('Student Card')
  const studentPrice = { useCase: 'Get the student price', verifier: 'ShopEasy', isNotified: false }
  await showsAnyway(person, wallet, studentPrice)
  await person.presses('Get a new Student Card')
  await wallet.presses('Accept', wallet.offer)
  await person.sees('A valid Student Card is in your wallet now.')
  await person.presses('Show the new card')
  await wallet.shares()
  await person.sees(provingText('knows', 'ShopEasy'))
  expect(await connections(wallet)).toBe(0)
})

journey('a confirmed person by OpenID4VC alone', repeats, async ({ visit: { page } }) => {
  const { person, wallet } = visitor(page)
  await page.goto(`${confirmedPersonPath}?protocol=openid4vc`)
  await person.isConfirmed('ACCEPT_CREDENTIAL')
  await page.getByTestId('open-web-wallet').click()
  await wallet.accepts()
  await wallet.holds(1)
  person.companion = async () => {}
  await person.isConfirmed()
  person.companion = wallet.agrees
  await person.plays('Open a bank account')
  await person.plays('Hospital check-in')
  await person.plays('Employment verification')
  await person.sees('3 of 3 done')
  await person.presses('CANCEL')
  expect(await connections(wallet)).toBe(0)
})

journey(
  'a family switched in the middle: each card stays, and what is missing is named',
  async ({ visit: { page } }) => {
    const { person, wallet } = visitor(page)
    const issuedBy: string[] = []
    page.on('request', (request) => {
      if (!request.url().endsWith('/demo/credentials/offerCredential')) return
      const { protocol = 'didcomm' } = request.postDataJSON() as { protocol?: string }
      issuedBy.push(protocol)
    })
    await page.goto('/demo')
    await person.onboards('Amina Bello', 'CHOOSE_WALLET')
    await person.choosesWebWallet()
    await person.onboards('Amina Bello')
    await person.plays('Get the student price')
    await person.commands('technology', 'Issue by OpenID4VC from now on')
    // Asks for the student card, which is AnonCreds, and issues the library card.
    await person.plays('Join the public library')
    expect(issuedBy).toEqual(['didcomm', 'openid4vc'])
    await wallet.holds(2)
    expect(await connections(wallet)).toBe(3)

    const laptop = person.useCase('Borrow a laptop')
    await laptop.getByText(/^Your wallet holds it by DIDComm with AnonCreds\. .* together with Library Card/).waitFor()
    expect(await laptop.getByRole('link').count()).toBe(0)
    await laptop.getByRole('button', { name: 'Or switch to DIDComm and get Library Card anew' }).click()
    await laptop.getByText(/^Your wallet holds it by OpenID4VC with SD-JWT\. .* together with Student Card/).waitFor()
    await laptop.getByRole('button', { name: 'Or switch to OpenID4VC and get Student Card anew' }).click()
    await laptop.getByRole('button', { name: 'Get Student Card by OpenID4VC' }).click()
    await person.comesTo('CONNECT')
    await person.onboards('Amina Bello')
    expect(issuedBy).toEqual(['didcomm', 'openid4vc', 'openid4vc'])
    await wallet.holds(3)
    await person.plays('Borrow a laptop')
    await person.sees('Showcase Completed!')
    await person.presses('CANCEL')
    expect(await connections(wallet)).toBe(3)
  },
)

journey('another wallet on the device leads back to the use case that asked', async ({ visit: { page }, browser }) => {
  const addresses: string[] = []
  const wallet = await openWillingWallet({ visit: (address) => addresses.push(address) })
  onTestFinished(() => wallet.close())
  const person = new Person(page, wallet)
  const barriers: string[] = []
  // Without a connection each offer is scanned.
  person.companion = async (screen, moment) => {
    if (!screen.startsWith('ACCEPT') || moment !== 'reached') return
    await page.getByTestId('tx-code').waitFor()
    expect(await page.getByRole('img', { name: /QR code/ }).boundingBox()).toMatchObject({ width: 165, height: 165 })
    barriers.push(...(await findBarriers(page, 'an offer by OpenID4VC')))
    await person.scans('offer-link')
  }
  await page.goto('/demo/student?protocol=openid4vc')
  await person.onboards('Amina Bello', 'CHOOSE_WALLET')
  await page.getByRole('radio', { name: /OpenID4VC/, checked: true }).waitFor()
  barriers.push(...(await findBarriers(page, 'the choice of the technology')))
  await person.onboards('Amina Bello', 'CONNECT')
  await page.getByRole('button', { name: 'Stay here' }).click()
  barriers.push(...(await findBarriers(page, 'no connection needed')))
  await person.presses(labels.next)
  await person.onboards('Amina Bello')
  await person.plays('Get the student price', 'PROOF')
  await page.getByTestId('proof-link').waitFor({ state: 'attached' })
  expect(await page.getByRole('img', { name: /QR code/ }).boundingBox()).toMatchObject({ width: 165, height: 165 })
  barriers.push(...(await findBarriers(page, 'a request by OpenID4VC')))
  expect(barriers).toEqual([])
  await person.scans('proof-link')
  await expect.poll(() => addresses, { timeout: 20_000 }).toHaveLength(1)
  const [address = ''] = addresses

  const elsewhere = await browser.newPage()
  expect((await elsewhere.goto(address))?.status()).toBe(403)
  await elsewhere.getByRole('heading', { name: 'Your answer waits in another browser.' }).waitFor()
  await elsewhere.close()
  await person.seesNo(provingText('knows', 'ShopEasy'))

  const tab = await page.context().newPage()
  await tab.goto(address)
  await tab.waitForURL(/\/uc\//)
  await new Person(tab, wallet).sees(provingText('knows', 'ShopEasy'))
  await person.sees(provingText('knows', 'ShopEasy'))
})
