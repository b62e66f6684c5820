import { labels } from '@lastmile/contracts/specified-texts'
import type { BrowserContextOptions, Locator } from 'playwright-core'
import { expect } from 'vitest'
import { Visit } from '../browser.ts'
import { journey, repeats } from '../journey.ts'
import { provingText } from '../shown-texts.ts'
import { WebWallet } from '../web-wallet.ts'

const devices: Record<string, BrowserContextOptions> = {
  'in a wide window': { viewport: { width: 1280, height: 800 } },
  // The sheet of the wallet goes by itself.
  'on a phone': { viewport: { width: 390, height: 844 } },
}

for (const [where, device] of Object.entries(devices)) {
  journey(
    `the way from the home page to the first proof takes few presses ${where}`,
    where === 'on a phone' ? {} : repeats,
    async ({ browser, server }) => {
      const visit = await Visit.begin(browser, server.origin, device)
      const { page } = visit
      const wallet = new WebWallet(page)
      let presses = 0
      const press = async (control: Locator) => {
        await control.click()
        presses += 1
      }
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      const pressEnabled = (name: string) => press(button(name).and(page.locator(':enabled')))

      await page.goto('/')
      await press(page.getByRole('main').getByRole('link', { name: 'Try Our Demo' }).first())
      await press(page.getByText('Amina Bello', { exact: true }))
      await pressEnabled(labels.next)
      await page.locator('[data-screen="SETUP_START"]').waitFor()
      await pressEnabled(labels.next)
      await press(button('Open the web wallet'))
      await press(wallet.question.getByRole('button', { name: 'Connect' }))
      await press(wallet.offer.getByRole('button', { name: 'Accept' }))
      await wallet.sees('Student Card is in your wallet.')
      await page.locator('[data-screen="ACCEPT_CREDENTIAL"]').waitFor()
      await pressEnabled(labels.next)
      await pressEnabled(labels.finish)
      await press(
        page.getByRole('article', { name: 'Get the student price' }).getByRole('link', { name: labels.start }),
      )
      await page.waitForURL(/\/uc\//)
      await pressEnabled(labels.start)
      await press(wallet.request.getByRole('button', { name: 'Share and prove' }))
      await wallet.sees('Shared. ShopEasy has accepted it.')
      await page.locator('dialog[open]').waitFor({ state: 'detached' })
      await page.getByText(provingText('verifiedText')).first().waitFor()
      await visit.context.close()
      expect(visit.unexpected).toEqual([])
      expect(presses).toBeLessThanOrEqual(12)
    },
  )
}
