import { labels } from '@lastmile/contracts/specified-texts'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { findBarriers } from '../axe.ts'
import { Visit } from '../browser.ts'
import { journey, repeats } from '../journey.ts'
import { resize } from '../resize.ts'
import { provingText } from '../shown-texts.ts'
import { WebWallet } from '../web-wallet.ts'

const devices: Record<string, BrowserContextOptions> = {
  'beside the demo': { viewport: { width: 1280, height: 800 } },
  'before the demo, on a phone': { viewport: { width: 360, height: 740 } },
}

/** On a phone the wallet covers the page, and goes by itself. */
const isUncovered = (page: Page) => page.locator('dialog[open]').waitFor({ state: 'detached' })

const goesOn = (page: Page) =>
  page
    .getByRole('button', { name: /^(NEXT|FINISH|START|COMPLETE)$/ })
    .and(page.locator(':enabled'))
    .click()

const screenOf = (page: Page) => page.getByTestId('step').getAttribute('data-screen')

/** How far above the window's lower edge a button ends: below it nothing of its card may show. */
const spaceBelow = (page: Page, name: string) =>
  page
    .getByTestId('wallet')
    .getByRole('button', { name })
    .evaluate((button) => innerHeight - button.getBoundingClientRect().bottom)

/** Runs in the page. */
const isDrawn = async (picture: Element) => {
  await (picture as HTMLImageElement).decode()
  return true
}

const isAt = (page: Page, screen: string) => page.locator(`[data-screen="${screen}"]`).waitFor()

for (const [where, device] of Object.entries(devices)) {
  journey(
    `a visitor with nothing but a browser connects, receives and proves ${where}`,
    where === 'beside the demo' ? repeats : {},
    async ({ browser, server }) => {
      const visit = await Visit.begin(browser, server.origin, device)
      const { page } = visit
      await page.goto('/demo')
      await page.getByText('Amina Bello', { exact: true }).click()
      for (let screen = await screenOf(page); screen !== 'CHOOSE_WALLET'; screen = await screenOf(page)) {
        await goesOn(page)
        await expect.poll(() => screenOf(page)).not.toBe(screen)
      }
      await page.getByRole('button', { name: 'Open the web wallet' }).click()
      await isAt(page, 'CONNECT')

      const question = page.getByTestId('wallet-question')
      await question.getByRole('heading', { name: 'Connect with Unity College?' }).waitFor()
      expect(await findBarriers(page, `a question ${where}`)).toEqual([])
      await question.getByRole('button', { name: 'Connect' }).click()
      const offer = page.getByTestId('wallet-offer')
      await offer.getByRole('heading', { name: 'Unity College offers you' }).waitFor()
      await offer.getByText('Your wallet checked: it comes from this site').waitFor()
      expect(await offer.getByTestId('party-picture').evaluate(isDrawn)).toBe(true)
      expect(await offer.getByText('Bello', { exact: true }).count()).toBe(1)
      expect(await findBarriers(page, `an offer ${where}`)).toEqual([])
      expect(await spaceBelow(page, 'Accept')).toBeLessThan(20)
      await offer.getByRole('button', { name: 'Accept' }).click()
      const held = page.getByTestId('wallet-credential')
      const outcome = page.getByTestId('wallet-outcome')
      await outcome.getByText('Student Card is in your wallet.').waitFor()
      await isUncovered(page)
      await isAt(page, 'ACCEPT_CREDENTIAL')
      await goesOn(page)
      await isAt(page, 'SETUP_COMPLETED')
      await goesOn(page)
      await page.waitForURL(/\/dashboard$/)

      await page
        .getByRole('article', { name: 'Get the student price' })
        .getByRole('link', { name: labels.start })
        .click()
      await page.waitForURL(/\/uc\//)
      await goesOn(page)
      const request = page.getByTestId('wallet-request')
      await request.getByRole('heading', { name: 'Proved without showing' }).waitFor()
      await request.getByText('Student Card has not been revoked').waitFor()
      expect(await request.getByText('Given names · Family name', { exact: false }).count()).toBe(1)
      expect(await findBarriers(page, `a request ${where}`)).toEqual([])
      await resize(page, { width: 320, height: 640 })
      const buttons = await request.getByRole('button', { name: /^(Share and prove|Decline)$/ }).all()
      const [share, decline] = await Promise.all(buttons.map((button) => button.boundingBox()))
      expect(share?.height).toBeLessThan(50)
      expect(decline).toMatchObject({ y: share?.y, height: share?.height })
      await resize(page, device.viewport ?? { width: 1280, height: 800 })
      await request.getByRole('button', { name: 'Share and prove' }).click()
      await outcome.getByText('Shared. ShopEasy has accepted it.').waitFor()
      await isUncovered(page)
      await page.getByText(provingText('verifiedText')).first().waitFor()

      await page.goto('/wallet')
      await held.getByRole('heading', { name: 'Student Card' }).waitFor()
      expect(await findBarriers(page, `the wallet’s page ${where}`)).toEqual([])
      const second = await visit.openTab('/wallet')
      await second.getByText('Your wallet is open in another tab.').waitFor()
      await second.getByRole('button', { name: 'Use it here' }).click()
      await second.getByTestId('wallet-credential').waitFor()
      await page.getByText('Your wallet is open in another tab.').waitFor()

      await (await new WebWallet(second).setting('Erase the wallet')).click()
      await second.getByRole('alertdialog').getByRole('button', { name: 'Erase all' }).click()
      await second.getByText('There are none yet.').waitFor()
      await visit.context.close()
      expect(visit.unexpected).toEqual([])
    },
  )
}
