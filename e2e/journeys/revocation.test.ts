import { expect } from 'vitest'
import { journey } from '../journey.ts'
import { provingText } from '../shown-texts.ts'

journey('a revoked card is offered anew where the visitor is', async ({ person, wallet }) => {
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
