import { labels } from '@lastmile/contracts/specified-texts'
import { expect } from 'vitest'
import { journey } from '../journey.ts'
import { Person } from '../person.ts'
import { provingText } from '../shown-texts.ts'
import { WebWallet } from '../web-wallet.ts'

journey('a visitor in a hurry receives one card and proves with it, and has the dashboard then', async ({ visit }) => {
  const { page } = visit
  const wallet = new WebWallet(page)
  const person = new Person(page, wallet)
  await page.goto('/')
  await page.getByRole('link', { name: 'Try it in 60 seconds' }).click()
  await person.comesTo('CONNECT')
  await person.sees('You are Amina Bello, Student. Take your Student Card')
  await page.reload()
  // The press that led here was the yes to connect: nothing is asked.
  await person.comesTo('ACCEPT_CREDENTIAL')
  await wallet.accepts()
  await person.presses(labels.next)
  await person.comesTo('START')
  await person.playsOn('PROOF')
  await wallet.shares()
  await person.sees(provingText('knows', 'ShopEasy'))
  await person.sees('Student price applied: ₦1,260 less.')
  await person.playsOn('END')
  await person.sees(
    'ShopEasy saw none of your details and learnt 2 facts, each a plain yes. Of 7 details it learnt nothing.',
  )
  const ways = page.getByRole('navigation', { name: 'Where to now?' }).getByRole('link')
  expect(await ways.allTextContents()).toEqual(['Try to break it', 'Be somebody else', 'For your organisation'])
  await person.presses(labels.complete)
  await person.sees('1 of 3 done')
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await person.presses('LEAVE')
  await page.getByRole('checkbox', { name: 'Take this card out of my wallet too: Student Card' }).check()
  await page.getByRole('alertdialog').getByRole('button', { name: 'LEAVE', exact: true }).click()
  await person.isHome()
  await page.goto('/wallet')
  await person.sees('There are none yet.')
})
