import { labels } from '@lastmile/contracts/specified-texts'
import { expect } from 'vitest'
import { journey, repeats } from '../journey.ts'
import { provingText } from '../shown-texts.ts'

journey('Ngozi collects papers from two offices and answers from both at once', repeats, async ({ person, wallet }) => {
  const { page } = person
  await page.goto('/demo/small-business-owner')
  await page.getByRole('radio', { name: 'Ngozi Okafor', checked: true }).waitFor()
  await person.onboards('Ngozi Okafor', 'CHOOSE_WALLET')

  await person.looksForPhoneWallets()
  await page.getByRole('button', { name: /^USE / }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: labels.haveWallet }).click()
  await person.comesTo('CONNECT')
  await person.onboards('Ngozi Okafor')
  expect((await wallet.credentials()).map(({ name }) => name)).toEqual(['Trader Permit', 'Business Registration'])
  expect(wallet.offers.received.map(({ issuer }) => issuer)).toEqual([
    'Sunrise Market Association',
    'Bright Coast Business Registry',
  ])

  await person.plays('Open a business account', 'PROOF')
  const account = await wallet.proofRequests.next()
  const { shared, proved } = await account.preview()
  expect(shared.map(({ name }) => name)).toEqual(['business_name', 'owner_name', 'registration_number'])
  expect(new Set(shared.map(({ credentialName }) => credentialName))).toEqual(new Set(['Business Registration']))
  expect(proved.map(({ name }) => name)).toContain('birth_date')
  await person.sees(provingText('sees', 'First Neighbourhood Bank'))
  await person.playsOn()

  await person.plays('Borrow to restock', 'PROOF_OOB')
  await page.getByRole('button', { name: 'Enlarge' }).click()
  await page.getByRole('dialog', { name: 'Scan with your wallet' }).getByRole('button', { name: 'Close' }).click()
  await person.playsOn()
  const dialog = page.getByRole('alertdialog', { name: 'Showcase Completed!' })
  await dialog.getByRole('button', { name: 'CANCEL' }).click()

  await person.commands('hidden', 'Show hidden use cases')
  await person.sees('2 of 3 done')
  await person.plays('Pass a market inspection')
  await dialog.getByRole('button', { name: 'FINISH' }).click()
  await person.isHome()
  await page.goto('/demo')
  await person.seesHeading('Who would you like to be?')
  expect(wallet.problems.received).toEqual([])
})
