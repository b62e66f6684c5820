import { apiRoutes } from '@lastmile/contracts/api-routes'
import type { BrowserContextOptions } from 'playwright-core'
import { expect } from 'vitest'
import { findBarriers } from '../axe.ts'
import { Visit } from '../browser.ts'
import { journey, repeats } from '../journey.ts'
import type { ProductServer } from '../server.ts'

interface Invitation {
  invitation_url: string
  short_url: string
}

async function invite(server: ProductServer, my_label: string): Promise<Invitation> {
  const { method, path } = apiRoutes.createInvite
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(server.origin + path, { method, headers, body: JSON.stringify({ my_label }) })
  return (await answer.json()) as Invitation
}

const title = '“Unity College” would like to connect with your wallet.'
const devices: Record<string, BrowserContextOptions> = {
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 800 } },
}

for (const [device, options] of Object.entries(devices)) {
  journey(
    `an invitation's addresses, opened in a ${device}'s browser`,
    device === 'phone' ? {} : repeats,
    async ({ browser, server, wallet }) => {
      const { short_url, invitation_url } = await invite(server, 'Unity College')
      const visit = await Visit.begin(browser, server.origin, options)
      const { page } = visit
      for (const address of [short_url, invitation_url]) {
        await page.goto(address)
        await page.getByRole('heading', { level: 1, name: title }).waitFor()
        const links = page.getByRole('link', { name: /^Open in / })
        expect(await links.count()).toBe(2)
        const query = new URL(invitation_url).search
        expect(await links.first().getAttribute('href')).toBe(`didcomm://aries_connection_invitation${query}`)
        const [apps, code] = await Promise.all(
          ['Open it in a wallet', 'Scan it, or copy the link'].map((name) =>
            page.getByRole('heading', { name }).boundingBox(),
          ),
        )
        await page.getByText(/A phone can’t reach this server/).waitFor()
        expect(await page.getByText(/Only phones in the network/).isVisible()).toBe(false)
        if (device === 'phone') expect(apps?.y).toBeLessThan(code?.y ?? 0)
        else expect(code?.x).toBeLessThan(apps?.x ?? 0)
        expect(await findBarriers(page, `invitation, ${device}`)).toEqual([])
      }

      await page.getByRole('button', { name: 'Copy the link' }).click()
      await page.getByRole('button', { name: 'Copied' }).waitFor()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      expect(copied).toBe(short_url)
      await wallet.receive(copied)
      visit.tolerate(/410/)
      await expect
        .poll(async () => {
          await page.reload()
          return page.getByRole('heading', { level: 1 }).textContent()
        })
        .toBe('This invitation has been used.')
      expect(await findBarriers(page, `invitation, used, ${device}`)).toEqual([])
      await page.getByRole('link', { name: 'Go on to the demo' }).click()
      await page.getByRole('heading', { name: 'Who would you like to be?' }).waitFor()
      await visit.context.close()
      expect(visit.unexpected).toEqual([])
    },
  )
}

journey('an invitation without JavaScript, and one that is not ours', async ({ browser, server }) => {
  const { short_url } = await invite(server, 'Unity College')
  const visit = await Visit.begin(browser, server.origin, { javaScriptEnabled: false })
  // The browser says so of the scripts that it is not to run.
  visit.tolerate(/\.js csp$/)
  const { page } = visit
  await page.goto(short_url)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  expect(await page.getByRole('link', { name: /^Open in / }).count()).toBe(2)
  // In a wide window the code comes first.
  const headings = ['Scan it, or copy the link', 'Open it in a wallet'].map((name) =>
    page.getByRole('heading', { name }),
  )
  const [code, apps] = await Promise.all(headings.map((heading) => heading.boundingBox()))
  expect(code?.x).toBeLessThan(apps?.x ?? 0)
  expect(await page.getByRole('button', { name: 'Copy the link' }).isVisible()).toBe(false)
  expect(await page.getByLabel('Link of this invitation').inputValue()).toBe(short_url)
  visit.tolerate(/404/)
  await page.goto('/?oob=eyJsYWJlbCI6IkNhbmFyeSJ9')
  await page.getByRole('heading', { level: 1, name: 'This invitation is not one of ours or has expired.' }).waitFor()
  expect(await page.getByText('Canary').count()).toBe(0)
  await visit.context.close()
  expect(visit.unexpected).toEqual([])
})
