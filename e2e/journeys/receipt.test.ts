import { persistedState } from '@lastmile/contracts/constants'
import { labels } from '@lastmile/contracts/specified-texts'
import { expect } from 'vitest'
import { journey } from '../journey.ts'
import { Person } from '../person.ts'

/** Without the day of issue: it is today, which the library's request names itself. */
function valuesOf({ attributes: { issue_date, ...attributes } }: { attributes: Record<string, string> }): string[] {
  return Object.values(attributes)
}

journey('a receipt says by name what was shown, and is kept, printed and marked', async ({ person, visit, wallet }) => {
  const { page } = person
  await person.onboards('Amina Bello')
  await person.plays('Join the public library', 'PROOF')
  const receipt = page.getByTestId('receipt')
  await receipt.getByRole('button', { name: /^Show receipt/ }).click()
  await receipt.getByRole('button', { name: /^Print/ }).waitFor()
  const [card] = await wallet.credentials()
  if (!card) throw new Error('There is no Student Card.')
  const text = await receipt.innerText()
  for (const words of [/Riverbank Public Library/, /Shown\s+Given names\s+Family name\s+Photo/, /Proved, not shown/]) {
    expect(text).toMatch(words)
  }
  expect(text).toMatch(/Stayed private[\s\S]*Student number/)
  // The request of the library does not ask about revocation.
  expect(text).toContain('Whether it was revoked was not asked.')
  for (const value of valuesOf(card)) expect(text).not.toContain(value)

  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset.printed = document.querySelector('.print-sheet')?.textContent ?? ''
    }
  })
  await receipt.getByRole('button', { name: /^Print/ }).click()
  expect(await page.locator('body').getAttribute('data-printed')).toContain('Receipt of a proof')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    receipt.getByRole('button', { name: /^Save as a file/ }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^receipt-\d{4}-\d\d-\d\d\.html$/)
  const printing = receipt.getByRole('button', { name: /^Print/ })
  await printing.click()
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('banner').isVisible()).toBe(false)
  expect(await page.getByRole('heading', { name: 'Receipt of a proof' }).isVisible()).toBe(true)
  await page.emulateMedia({ media: 'screen' })

  await person.playsOn()
  const kept = await page.evaluate(
    (key) => `${localStorage.getItem(key)} ${sessionStorage.getItem(key)}`,
    persistedState.key,
  )
  expect(kept).toContain('Riverbank Public Library')
  for (const value of valuesOf(card)) expect(kept).not.toContain(`"${value}"`)

  await page.reload()
  const other = new Person(await visit.openTab('/dashboard'), wallet)
  await other.page.getByRole('button', { name: 'REVOKE Student Card' }).click()
  const question = other.page.getByRole('alertdialog', { name: 'Revoke Student Card?' })
  await question.getByRole('button', { name: 'KEEP IT' }).click()
  await question.waitFor({ state: 'detached' })
  await other.page.getByRole('button', { name: 'REVOKE Student Card' }).click()
  await question.getByRole('button', { name: labels.revoke }).click()
  await other.page.getByText('Revoked', { exact: true }).waitFor()
  expect(await other.page.evaluate(() => document.activeElement?.textContent)).toBe('Revoked')

  // The first tab hears of it by itself.
  const receipts = page.getByTestId('receipts')
  await receipts.getByText('The Student Card you had then has been revoked since.').waitFor()
  await receipts.getByRole('button', { name: /^Show receipt from Riverbank Public Library/ }).click()
  await person.sees('What was checked stays true for that day')
})

journey('a locked use case names what is missing and leads to it', async ({ person }) => {
  const { page } = person
  await person.onboards('Amina Bello')
  const laptop = person.useCase('Borrow a laptop')
  await laptop.getByText('Library Card from Riverbank Public Library').waitFor()

  await page.goto('/uc/borrow-a-laptop')
  await person.sees(labels.locked)
  await page.getByRole('link', { name: 'Get Library Card' }).click()
  await page.waitForURL(/\/uc\/join-the-library$/)
  await person.comesTo('START')
})
