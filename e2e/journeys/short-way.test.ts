import { labels } from '@lastmile/contracts/specified-texts'
import { journey } from '../journey.ts'
import { Person } from '../person.ts'
import { provingText } from '../shown-texts.ts'
import { WebWallet } from '../web-wallet.ts'

journey('a visitor in a hurry receives one card and proves with it, and has the dashboard then', async ({ visit }) => {
  const { page } = visit
  const wallet = new WebWallet(page)
  const person = new Person(page, wallet)
  await page.goto('/')
  await page.getByRole('link', { name: 'Or in 60 seconds: one card, one proof' }).click()
  await person.comesTo('CONNECT')
  await person.sees('You are Amina Bello, Student')
  await page.reload()
  await person.comesTo('CONNECT')
  await wallet.receive()
  await person.comesTo('ACCEPT_CREDENTIAL')
  await wallet.accepts()
  await person.presses(labels.next)
  await person.comesTo('START')
  await person.playsOn('PROOF')
  await wallet.shares()
  await person.sees(provingText('knows', 'ShopEasy'))
  await person.playsOn()
  await person.sees('1 of 3 done. Next:')
  await person.presses('LEAVE')
  await page.getByRole('checkbox', { name: 'Take this card out of my wallet too: “Student Card”' }).check()
  await page.getByRole('alertdialog').getByRole('button', { name: 'LEAVE', exact: true }).click()
  await person.isHome()
  await page.goto('/wallet')
  await person.sees('There are none yet.')
})
