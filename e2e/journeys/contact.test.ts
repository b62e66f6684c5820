import { apiRoutes } from '@lastmile/contracts/api-routes'
import { contactOutcomePath, contactOutcomeTexts } from '@lastmile/contracts/contact'
import { errorTexts } from '@lastmile/contracts/specified-texts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { findBarriers } from '../axe.ts'
import { Visit } from '../browser.ts'
import { journey } from '../journey.ts'

const sendEmail = `**${apiRoutes.sendEmail.path}`
const message = {
  'Full Name': 'Amina Bello',
  'Email Address': 'amina@example.com',
  Message: 'Could you show it to our team in Ibadan?',
}

async function fill(page: Page) {
  for (const [label, value] of Object.entries(message)) await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByLabel('Subject').selectOption('Product Demo')
}

const send = (page: Page) => page.getByRole('button', { name: 'Send Message' }).click()

journey('a message, sent by keyboard alone', async ({ visit }) => {
  const { page } = visit
  await page.goto('/contact')
  await page.getByLabel('Full Name').focus()
  const typed = ['Amina Bello', 'amina@example.com', '', 'Product', 'Could you show it\nto our team?']
  for (const text of typed) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await expect.poll(() => page.getByLabel('Subject').inputValue()).toBe('Product Demo')
  const posted = page.waitForRequest(sendEmail)
  await page.keyboard.press('Enter')
  expect((await posted).postDataJSON()).toMatchObject({
    name: 'Amina Bello',
    phone: '',
    subject: 'Product Demo',
    website: '',
  })
  await page.getByRole('status').filter({ hasText: contactOutcomeTexts.kept }).waitFor()
  expect(await page.getByTestId('contact-banner').evaluate((banner) => banner === document.activeElement)).toBe(true)
  for (const label of [...Object.keys(message), 'Phone', 'Subject']) {
    expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe('')
  }
  expect(await findBarriers(page, 'contact, sent')).toEqual([])
})

journey('what the browser checks before anything is sent', async ({ visit }) => {
  const { page } = visit
  let calls = 0
  page.on('request', (request) => {
    if (request.url().endsWith(apiRoutes.sendEmail.path)) calls += 1
  })
  await page.goto('/contact')
  expect(await findBarriers(page, 'contact')).toEqual([])
  const isInvalid = (label: string) =>
    page.getByLabel(label, { exact: true }).evaluate((field: HTMLInputElement) => !field.checkValidity())
  for (const label of ['Full Name', 'Email Address', 'Subject', 'Message']) expect(await isInvalid(label)).toBe(true)
  expect(await isInvalid('Phone')).toBe(false)
  await send(page)
  await fill(page)
  await page.getByLabel('Email Address').fill('amina')
  await send(page)
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('email')
  expect(calls).toBe(0)
})

journey('messages that fail, and one that is sent in the end', async ({ visit }) => {
  const { page } = visit
  visit.tolerate(/status of [45]\d\d/, /refused: [45]\d\d/)
  await page.goto('/contact')
  await fill(page)

  const refusal = 'Several messages came from you within the last hour.'
  await page.route(sendEmail, (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '600' }, json: { success: false, message: refusal } }),
  )
  await send(page)
  await page.getByRole('alert').filter({ hasText: refusal }).waitFor()
  expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe(message.Message)
  expect(await findBarriers(page, 'contact, refused')).toEqual([])

  await page.unroute(sendEmail)
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(sendEmail, async (route) => {
    await asked
    await route.fulfill({ status: 500, body: '<html>' })
  })
  await send(page)
  const sending = page.getByRole('button', { name: 'Sending...' })
  await sending.waitFor()
  expect(await sending.isDisabled()).toBe(true)
  const banner = page.getByTestId('contact-banner')
  expect(await banner.textContent()).toBe('')
  expect(await banner.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.locator('[aria-live]').filter({ hasText: 'Sending...' }).waitFor({ state: 'attached' })
  answer()
  await page.getByRole('alert').filter({ hasText: errorTexts.contactFailedLater }).waitFor()

  await page.unroute(sendEmail)
  await send(page)
  await page.getByRole('status').filter({ hasText: contactOutcomeTexts.kept }).waitFor()
})

journey('a message from a browser without scripts', async ({ browser, server }) => {
  const visit = await Visit.begin(browser, server.origin, { javaScriptEnabled: false })
  // The browser says so of the scripts that it is not to run.
  visit.tolerate(/\.js csp$/)
  const { page } = visit
  await page.goto('/contact')
  await fill(page)
  await send(page)
  await page.waitForURL(contactOutcomePath('kept'))
  await page.getByText(contactOutcomeTexts.kept).waitFor()
  await page.goto('/contact')
  await page.getByText('How long does it take to set up?').click()
  await page.getByText('Setup takes 2 to 4 weeks.').waitFor()
  expect(visit.unexpected).toEqual([])
  await visit.context.close()
})

journey('a message that is sent before the scripts have come', async ({ visit }) => {
  const { page } = visit
  visit.tolerate(/net::ERR_FAILED/)
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/contact')
  await fill(page)
  await send(page)
  await page.waitForURL(contactOutcomePath('kept'))
  await page.getByText(contactOutcomeTexts.kept).waitFor()
  expect(await findBarriers(page, 'contact, kept')).toEqual([])
})

journey('the legal pages', async ({ visit }) => {
  const { page } = visit
  for (const [path, sections] of [
    ['/terms', 12],
    ['/privacy', 12],
    ['/cookies', 10],
  ] as const) {
    await page.goto(path)
    const titles = page.locator('article section h2')
    expect(await titles.count()).toBe(sections)
    const contents = page.getByRole('navigation', { name: 'Contents' })
    expect(await contents.getByRole('link').count()).toBe(sections)
    await contents.getByRole('link').last().click()
    await titles.last().waitFor()
    expect(await page.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/')
    await page.getByText('Effective May 1, 2024').waitFor()
    expect(await findBarriers(page, path)).toEqual([])
  }
  await page.getByRole('button', { name: 'Open cookie settings' }).click()
  await page.getByRole('dialog', { name: 'Cookie settings' }).waitFor()
  expect(await findBarriers(page, 'cookie settings')).toEqual([])
})
