import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey } from '../journey.ts'
import { provingText } from '../shown-texts.ts'

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave the demo for now?' })

journey('the browser’s Back goes a step back, closes what is open, and asks before it leaves', async ({ person }) => {
  const { page } = person
  await page.goto('/')
  await page.getByRole('link', { name: 'Try Our Demo' }).first().click()
  await person.onboards('Amina Bello', 'CHOOSE_WALLET')
  await page.getByRole('button', { name: 'LEAVE' }).click()
  await page.getByRole('alertdialog').waitFor()
  await page.goBack()
  await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
  await person.comesTo('CHOOSE_WALLET')

  await page.getByTestId('wallet-toggle').click()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('dialog').waitFor()
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await person.comesTo('CHOOSE_WALLET')

  while ((await person.place()) !== 'PICK_CHARACTER') {
    const before = await person.place()
    await page.goBack()
    await expect.poll(() => person.place()).not.toBe(before)
  }
  await page.goBack()
  await question(page).waitFor()
  await page.goBack()
  await question(page).waitFor({ state: 'hidden' })
  await page.reload()
  await person.comesTo('PICK_CHARACTER')
  await page.goBack()
  await question(page).getByRole('link', { name: 'Go to the home page' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.goBack()
  await person.comesTo('PICK_CHARACTER')
})

journey('Back shows a finished proof again, which is asked anew at a press alone', async ({ person }) => {
  const { page } = person
  await person.onboards('Amina Bello')
  await person.plays('Get the student price', 'END')
  await page.goBack()
  await person.comesTo('PROOF')
  await person.sees(provingText('verifiedText'))
  await page.getByTestId('receipt').waitFor()
  await page.reload()
  await person.sees(provingText('verifiedText'))
  await page.getByTestId('receipt').waitFor()
  await person.presses('NEXT')
  await person.comesTo('END')
  await person.presses('BACK')
  await person.presses('Ask again')
  await page.getByRole('button', { name: 'Ask again' }).waitFor({ state: 'hidden' })
  await person.sees(provingText('verifiedText'))
})

journey('Back leaves a use case for the dashboard, and the home page and the dashboard lead on', async ({ person }) => {
  const { page } = person
  await person.onboards('Amina Bello')
  await page
    .locator('article')
    .getByRole('link', { name: /^START/ })
    .first()
    .click()
  await person.comesTo('START')
  await page.getByTestId('next').click()
  await expect.poll(() => person.place()).not.toBe('START')
  const inTheMiddle = await person.place()
  await page.goto('/')
  await page.getByRole('link', { name: /^Go on as Amina/ }).click()
  await person.sees('You are in the middle of this one, at step 2 of')
  await page.getByRole('link', { name: /^GO ON/ }).click()
  await person.comesTo(inTheMiddle)
  await page.goBack()
  await person.comesTo('START')
  await page.goBack()
  await person.comesTo('/dashboard')
  await page.goBack()
  await question(page).getByRole('link', { name: 'Go to the home page' }).click()
  await page.getByRole('link', { name: /^Go on as Amina/ }).click()
  await person.comesTo('/dashboard')
  await page.getByRole('link', { name: 'Be somebody else' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay with Amina Bello' }).click()
  await person.comesTo('/dashboard')
})
