import { labels } from '@lastmile/contracts/texts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey } from '../journey.ts'

const farthest = 60

/** What has the focus: its role or element, and its name as far as its text tells. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    const name = element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? ''
    return { element: element?.tagName ?? '', name, visible: element?.matches(':focus-visible') ?? false }
  })

/** Tabs to what has this name, and sees where the focus is. */
async function tabTo(page: Page, name: string) {
  for (let presses = 0; presses < farthest; presses++) {
    await page.keyboard.press('Tab')
    const now = await focused(page)
    if (now.name !== name) continue
    expect(now.visible).toBe(true)
    return
  }
  throw new Error(`The keyboard does not reach ${name}`)
}

async function press(page: Page, name: string) {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}

/** What a screen reader says without being asked. */
const hears = (page: Page, words: string) =>
  page.locator('[aria-live]').filter({ hasText: words }).first().waitFor({ state: 'attached' })

journey('the onboarding by keyboard alone', async ({ person, wallet }) => {
  const { page } = person
  await page.goto('/demo')
  await person.seesHeading('Who would you like to be?')
  await page.keyboard.press('Tab')
  expect(await focused(page)).toMatchObject({ element: 'A', visible: true })
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.getByRole('radio', { name: 'Ngozi Okafor', checked: true }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('radio', { name: 'Amina Bello', checked: true }).waitFor()

  await press(page, labels.next)
  await expect.poll(() => focused(page)).toMatchObject({ element: 'H1' })
  for (let place = await person.place(); place !== 'CHOOSE_WALLET'; place = await person.place()) {
    await press(page, labels.next)
    await expect.poll(() => person.place()).not.toBe(place)
  }

  const [firstWallet = ''] = await page
    .getByRole('button', { name: /^USE / })
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? ''))
  await press(page, firstWallet)
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  expect(await focused(page)).toMatchObject({ name: firstWallet })
  await press(page, labels.skip)

  await person.comesTo('CONNECT')
  await page.getByTestId('invitation-link').waitFor({ state: 'attached' })
  await press(page, 'Enlarge')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  expect(await focused(page)).toMatchObject({ name: 'Enlarge' })
  await press(page, 'Copy link')
  await wallet.receive(await page.evaluate(() => navigator.clipboard.readText()))
  await hears(page, labels.connectionEstablished)
  await press(page, 'Stay here')
  await person.sees('Paused.')
  await press(page, labels.next)

  await hears(page, 'Issued: Student Card. It is in your wallet.')
  await press(page, labels.next)
  await press(page, labels.finish)
  await person.comesTo('/dashboard')
  await tabTo(page, 'START: Get the student price')
})
