import { labels } from '@lastmile/contracts/specified-texts'
import { expect } from 'vitest'
import { journey } from '../journey.ts'
import { connectingText, provingText } from '../shown-texts.ts'

journey('Amina receives her card, uses it in three places and finishes', async ({ person, wallet }) => {
  const { page } = person
  await page.goto('/demo')
  await person.seesHeading('Who would you like to be?')
  expect(await person.canPress(labels.next)).toBe(false)
  expect(await person.canPress(labels.back)).toBe(false)

  await person.onboards('Amina Bello', 'CONNECT')
  await person.sees(connectingText('waiting'))
  expect(await person.canPress(labels.next)).toBe(false)

  await person.onboards('Amina Bello', 'SETUP_COMPLETED')
  const [card] = await wallet.credentials()
  expect(card).toMatchObject({ name: 'Student Card', attributes: { given_names: 'Amina', family_name: 'Bello' } })
  expect((await wallet.offers.next()).issuer).toBe('Unity College')

  await person.presses(labels.finish)
  await person.seesHeading(labels.usingCredentials)
  await person.sees('0 of 3 done')
  const laptop = person.useCase('Borrow a laptop')
  expect(await laptop.getByRole('button', { name: 'START' }).isEnabled()).toBe(false)
  await laptop.getByRole('button', { name: 'Locked' }).focus()
  await person.sees(labels.locked)

  await person.plays('Get the student price', 'PROOF')
  const price = await wallet.proofRequests.next()
  expect(price).toMatchObject({ verifier: 'ShopEasy', name: 'ShopEasy student price' })
  expect(await price.outcome).toBe('verified')
  await person.sees(provingText('knows', 'ShopEasy'))
  await person.playsOn()
  await person.sees('1 of 3 done')

  await person.plays('Join the public library', 'PROOF')
  const membership = await wallet.proofRequests.next()
  const { shared } = await membership.preview()
  expect(shared.map(({ name }) => name)).toEqual(['given_names', 'family_name', 'photo'])
  await person.sees(provingText('sees', 'Riverbank Public Library'))
  await person.sees('Bello')
  await page.getByRole('img', { name: /photo/i }).waitFor()
  await person.playsOn('STEP_END')
  expect((await wallet.credentials()).map(({ name }) => name)).toEqual(['Student Card', 'Library Card'])
  await person.playsOn()
  await person.sees('2 of 3 done')

  await person.plays('Borrow a laptop')
  await page.getByRole('alertdialog', { name: 'Showcase Completed!' }).waitFor()
  await person.presses('CANCEL')
  await person.sees('3 of 3 done')
  await page.reload()
  await person.sees('3 of 3 done')
  await person.presses(labels.leave)
  await person.sees('This will reset your dashboard.')
  await page.getByRole('alertdialog').getByRole('button', { name: labels.leave }).click()
  await person.isHome()
  await person.sees('The demo is cleared from this browser.')
  await page.goto('/dashboard')
  await person.isHome()
})
