import type { Browser, BrowserContext, Page } from 'playwright-core'

/** The longest wait for anything, in milliseconds. */
const patience = 180_000
export const wide = { width: 1280, height: 800 }

export async function openVisitor(
  browser: Browser,
  origin: string,
  viewport = wide,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ baseURL: origin, viewport })
  context.setDefaultTimeout(patience)
  // Code compiled by tsx names its functions by a helper that pages don't have.
  await context.addInitScript('globalThis.__name = (named) => named')
  await context.addCookies([{ name: 'consent', value: '1.2026-01-01', url: origin }])
  return { context, page: await context.newPage() }
}

export const isReady = (page: Page) => page.getByTestId('wallet').and(page.locator('[data-status="open"]')).waitFor()

/** Where a visit stands, in this order. */
export const moments = [
  'invited',
  'wallet opened',
  'offered',
  'credential in the wallet',
  'use case begun',
  'asked',
  'proof verified',
] as const
export type Moment = (typeof moments)[number]

/** A whole visit of Amina with the web wallet, which agrees to everything, from the page to the first proof. */
export async function visitInPage(page: Page, reached: (moment: Moment) => void): Promise<void> {
  await page.addInitScript(consentAutomatically)
  await page.goto('/demo')
  await goesTo(page, 'CONNECT')
  const opener = page.getByTestId('open-web-wallet')
  await opener.waitFor()
  reached('invited')
  await opener.click()
  reached('wallet opened')
  await page.getByTestId('wallet-offer').waitFor()
  reached('offered')
  await page.getByTestId('wallet-credential').waitFor()
  reached('credential in the wallet')
  await page.locator('button:enabled', { hasText: /^NEXT$/ }).click()
  await page.locator('button:enabled', { hasText: /^FINISH$/ }).click()
  await page.getByRole('article', { name: 'Get the student price' }).getByRole('link', { name: 'START' }).click()
  await page.locator('button:enabled', { hasText: /^START$/ }).click()
  reached('use case begun')
  await page.getByTestId('wallet-request').waitFor()
  reached('asked')
  await page.getByText('The signatures are genuine and everything asked for holds.').first().waitFor()
  reached('proof verified')
}

export async function goesTo(page: Page, screen: string) {
  await page.getByText('Amina Bello', { exact: true }).click()
  const step = page.getByTestId('step')
  for (let now = ''; now !== screen; now = (await step.getAttribute('data-screen')) ?? '') {
    if (now) await page.locator('button:enabled', { hasText: /^(NEXT|SKIP)$/ }).click()
    await page.waitForFunction(
      (last) => document.querySelector('[data-testid="step"]')?.getAttribute('data-screen') !== last,
      now,
    )
  }
}

// The code below runs in pages.

/** Presses what agrees, as soon as it is there. */
export function consentAutomatically() {
  const pressed = new WeakSet<Element>()
  const look = () => {
    for (const button of document.querySelectorAll('[data-testid^="wallet-"] button')) {
      if (pressed.has(button) || !/^(Accept|Share( and prove)?)$/.test(button.textContent ?? '')) continue
      pressed.add(button)
      ;(button as HTMLButtonElement).click()
    }
  }
  new MutationObserver(look).observe(document, { subtree: true, childList: true })
}
