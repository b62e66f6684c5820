import { expect } from 'vitest'
import { journey, repeats } from '../journey.ts'
import { Person } from '../person.ts'
import { provingText } from '../shown-texts.ts'
import { showsAnyway } from '../shows-anyway.ts'
import { WebWallet } from '../web-wallet.ts'

journey('a revoked card is offered anew where the visitor is', repeats, async ({ person, wallet }) => {
  const { page } = person
  await person.onboards('Amina Bello')
  await person.revokes('Student Card')
  await person.sees('Revoked')
  const price = person.useCase('Get the student price')
  await price.getByText('Unity College has revoked it.').waitFor()

  wallet.policies.offers = 'silent'
  await price.getByRole('button', { name: 'Get a new Student Card' }).click()
  await price.getByText('Waiting for your wallet.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/dashboard')
  await wallet.offers.next()
  await (await wallet.offers.next()).accept()
  await person.plays('Get the student price', 'PROOF')
  await person.sees(provingText('knows', 'ShopEasy'))
  expect(await wallet.credentials()).toHaveLength(2)
})

journey('a revoked card is shown anyway, refused, replaced in two presses and proved', async ({ visit }) => {
  const wallet = new WebWallet(visit.page)
  const person = new Person(visit.page, wallet)
  person.companion = wallet.agrees
  await person.onboards('Amina Bello')
  person.companion = async () => {}
  await person.revokes('Student Card')
  const studentPrice = { useCase: 'Get the student price', verifier: 'ShopEasy' }
  await showsAnyway(person, wallet, studentPrice)
  // The bar of the place's page is whole: the fade above the buttons ends below it.
  const place = visit.page
    .getByRole('region', { name: /ShopEasy/ })
    .locator('> div')
    .nth(1)
  const bottom = await place.evaluate((bar) => bar.getBoundingClientRect().bottom)
  const buttons = await visit.page.getByTestId('next').evaluate((next) => {
    const bar = next.parentElement as HTMLElement
    return bar.getBoundingClientRect().top - Number.parseFloat(getComputedStyle(bar, '::before').height)
  })
  expect(buttons).toBeGreaterThanOrEqual(bottom - 1)

  await person.presses('Get a new Student Card')
  await wallet.presses('Accept', wallet.offer)
  await person.sees('A valid Student Card is in your wallet now.')
  await person.presses('Show the new card')
  await wallet.shares()
  await person.sees(provingText('knows', 'ShopEasy'))
})

journey('what is revoked stays where the press was', async ({ visit: { page } }) => {
  const wallet = new WebWallet(page)
  const person = new Person(page, wallet)
  person.companion = wallet.agrees
  await person.onboards('Amina Bello')
  await person.plays('Get the student price')
  const title = page.getByRole('heading', { name: 'Revoke the Student Card' })
  await page.getByRole('heading', { name: 'Revoking your credentials' }).evaluate((node) => node.scrollIntoView())
  const topOf = () => title.evaluate((node) => node.getBoundingClientRect().top)
  const before = await topOf()
  await person.revokes('Student Card')
  await page.getByTestId('receipts').getByText('has been revoked since').waitFor()
  await page.getByRole('button', { name: 'Get a new Student Card' }).first().waitFor()
  expect(Math.abs((await topOf()) - before)).toBeLessThan(8)
})

journey('a revoked Confirmed Person is typed anew, and the form says why', async ({ person }) => {
  await person.isConfirmed()
  await person.revokes('Confirmed Person')
  await person.page.getByRole('button', { name: 'Get a new Confirmed Person' }).first().click()
  await person.comesTo('PERSON_INFORMATION')
  await person.sees('Each Confirmed Person begins with this form')
  await person.isConfirmed()
  await person.page.getByRole('button', { name: 'Revoke Confirmed Person' }).waitFor()
})
