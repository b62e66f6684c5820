import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { findBarriers } from '../axe.ts'
import { Visit } from '../browser.ts'
import { journey } from '../journey.ts'

const question = (page: Page) => page.getByRole('region', { name: 'May we use cookies for analytics?' })

/** The focused element, and how much of it lies beneath the question. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement ?? document.body
    const banner = document.querySelector('#consent')
    const { bottom, top } = element.getBoundingClientRect()
    const edge = banner?.getBoundingClientRect().top ?? 0
    return {
      name: element.textContent?.trim() ?? '',
      isInPage: element !== document.body,
      isBeneath: !banner?.contains(element) && top >= edge && bottom > edge,
    }
  })

journey(
  'the question is put before the first paint, moves nothing and hides nothing that has the focus',
  async ({ visit }) => {
    const { page } = visit
    await visit.context.clearCookies()
    // Text moves a little when a font comes late, on a system without any that the fallbacks are measured for.
    visit.tolerate(/\.woff2/)
    await page.route('**/*.woff2', (route) => route.abort())
    await page.setViewportSize({ width: 360, height: 740 })
    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto('/about')
    await question(page).waitFor()

    const seen: string[] = []
    for (let now = await focused(page); seen.length < 80; now = await focused(page)) {
      if (now.isInPage) seen.push(now.name)
      expect(now.isBeneath, `${now.name} is beneath the question`).toBe(false)
      await page.keyboard.press('Tab')
      if (seen.length > 1 && !(await focused(page)).isInPage) break
    }
    expect(seen.slice(0, 3)).toEqual(['Skip to the content', 'Decline all', 'Accept all'])
    expect(seen.at(-1)).toContain('@')

    await page.getByRole('button', { name: 'Decline all' }).focus()
    await page.keyboard.press('Enter')
    await question(page).waitFor({ state: 'hidden' })
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
    expect(shifts).toEqual([])
    await page.reload()
    expect(await question(page).isVisible()).toBe(false)
  },
)

journey('the question and the settings, on the pages and in the demo', async ({ visit }) => {
  const { page } = visit
  const barriers: string[] = []
  await visit.context.clearCookies()
  for (const path of ['/', '/demo']) {
    await page.goto(path)
    await question(page).waitFor()
    barriers.push(...(await findBarriers(page, `${path} with the question`)))
    await page.getByRole('link', { name: 'Choose one by one' }).click()
    await page.getByRole('dialog', { name: 'Cookie settings' }).waitFor()
    barriers.push(...(await findBarriers(page, `${path} with the settings`)))
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  expect(barriers).toEqual([])
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Choose one by one')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Cookie settings' }).click()
  await page.getByRole('switch', { name: 'Analytics' }).press('Space')
  await page.getByRole('button', { name: 'Save my choices' }).click()
  await question(page).waitFor({ state: 'hidden' })
  const [consent] = (await visit.context.cookies()).filter(({ name }) => name === 'consent')
  expect(consent?.value).toMatch(/^1\.\d{4}-\d\d-\d\d\.analytics$/)
  const days = ((consent?.expires ?? 0) - Date.now() / 1_000) / 86_400
  expect(days).toBeGreaterThan(364)
  expect(days).toBeLessThanOrEqual(365)
})

journey('a browser that asks not to be tracked is not asked', async ({ browser, server }) => {
  const visit = await Visit.begin(browser, server.origin)
  await visit.context.clearCookies()
  await visit.context.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  await visit.page.goto('/cookies')
  expect(await question(visit.page).isVisible()).toBe(false)
  await visit.page.getByRole('contentinfo').getByRole('link', { name: 'Cookie settings' }).click()
  const dialog = visit.page.getByRole('dialog', { name: 'Cookie settings' })
  await dialog.getByText('Global Privacy Control').waitFor()
  expect(await dialog.getByRole('switch', { name: 'Analytics' }).isDisabled()).toBe(true)
  expect(await findBarriers(visit.page, 'settings of a browser that refuses')).toEqual([])
  await visit.context.close()
})

journey('without scripts there is nothing to ask', async ({ browser, server }) => {
  const visit = await Visit.begin(browser, server.origin, { javaScriptEnabled: false })
  await visit.context.clearCookies()
  await visit.page.goto('/')
  expect(await question(visit.page).isVisible()).toBe(false)
  await visit.page.getByRole('contentinfo').getByRole('link', { name: 'Cookie settings' }).click()
  await visit.page.waitForURL(/\/cookies#your-choices$/)
  await visit.context.close()
})
