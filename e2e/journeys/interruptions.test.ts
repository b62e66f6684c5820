import { labels } from '@lastmile/contracts/specified-texts'
import { expect } from 'vitest'
import { readLink, serverAway } from '../browser.ts'
import { builtFile } from '../built-file.ts'
import { journey, repeats } from '../journey.ts'
import { Person } from '../person.ts'
import { issuingText, provingText } from '../shown-texts.ts'

journey.concurrent('a step of a use case arrives late, or not at all', async ({ person, visit }) => {
  visit.tolerate(...serverAway)
  const { page } = visit
  await person.onboards('Amina Bello')
  const step = builtFile('app/features/use-case-player/exchange-step.tsx')
  const refused = () => page.waitForEvent('requestfailed', (request) => request.url().endsWith(step))
  let isAway = true
  await page.route(`**${step}`, (route) => (isAway ? route.abort() : route.continue()))
  const first = refused()
  await person.plays('Get the student price', 'CONNECTION')
  await first
  await person.sees('Opening this step.')
  await person.sees('This part can’t be opened just now.', 45_000)
  const reload = page.getByRole('button', { name: 'Reload', exact: true })
  await visit.context.setOffline(true)
  await reload.click()
  await person.sees('This part can’t be opened just now.')
  await visit.context.setOffline(false)
  isAway = false
  // It asks first whether the site answers.
  await Promise.all([page.waitForEvent('load'), reload.click()])
  await person.playsOn()
})

journey.concurrent('two tabs play two use cases', repeats, async ({ person, visit, wallet }) => {
  await person.onboards('Amina Bello')
  const other = new Person(await visit.openTab('/dashboard'), wallet)
  wallet.policies.proofRequests = 'silent'
  await person.plays('Get the student price', 'PROOF')
  const price = await wallet.proofRequests.next()
  await other.plays('Join the public library', 'PROOF')
  const library = await wallet.proofRequests.next()
  expect([price.verifier, library.verifier]).toEqual(['ShopEasy', 'Riverbank Public Library'])
  await library.accept()
  await price.accept()
  await person.playsOn()
  await other.playsOn()
  await other.sees('2 of 3 done')
  await visit.page.bringToFront()
  await person.sees('2 of 3 done')
  expect(wallet.proofRequests.received).toHaveLength(2)
})

journey.concurrent('the network is gone while the wallet answers', async ({ person, visit, wallet }) => {
  visit.tolerate(...serverAway)
  wallet.policies.offers = 'silent'
  await person.onboards('Amina Bello', 'ACCEPT_CREDENTIAL')
  const offer = await wallet.offers.next()
  await visit.context.setOffline(true)
  await visit.closeSockets()
  await offer.accept()
  expect(await offer.outcome).toBe('stored')
  expect(await person.canPress(labels.next)).toBe(false)

  await visit.context.setOffline(false)
  await person.sees(issuingText('arrived'))
})

journey.concurrent('reloading the page changes nothing', async ({ person, visit, wallet }) => {
  const { page } = visit
  await person.onboards('Amina Bello', 'CONNECT')
  const link = await readLink(page, 'invitation-link')
  await page.reload()
  await person.comesTo('CONNECT')
  expect(await readLink(page, 'invitation-link')).toBe(link)

  wallet.policies.offers = 'silent'
  await person.onboards('Amina Bello', 'ACCEPT_CREDENTIAL')
  const offer = await wallet.offers.next()
  await page.reload()
  await person.sees(issuingText('waiting', 'Student Card'))
  await offer.accept()
  await person.onboards('Amina Bello')
  expect(wallet.offers.received).toHaveLength(1)

  wallet.policies.proofRequests = 'silent'
  await person.plays('Get the student price', 'PROOF')
  const request = await wallet.proofRequests.next()
  await page.reload()
  await person.sees(provingText('waiting', 'ShopEasy'))
  await request.accept()
  await person.playsOn()
  expect(wallet.proofRequests.received).toHaveLength(1)
})

journey.concurrent('two tabs show the same visit', async ({ person, visit, wallet }) => {
  await person.onboards('Amina Bello', 'CONNECT')
  const other = new Person(await visit.openTab('/demo'), wallet)
  await other.comesTo('CONNECT')
  expect(await readLink(other.page, 'invitation-link')).toBe(await readLink(visit.page, 'invitation-link'))

  await person.onboards('Amina Bello', 'SETUP_COMPLETED')
  expect(wallet.offers.received).toHaveLength(1)
  await person.onboards('Amina Bello')
  await other.page.reload()
  await other.comesTo('/dashboard')
  await other.plays('Get the student price')
  await other.sees('1 of 3 done')
  await visit.page.bringToFront()
  await person.sees('1 of 3 done')
})

journey.concurrent('the picture of the code arrives late', repeats, async ({ person, visit }) => {
  visit.tolerate(...serverAway)
  const { page } = visit
  let isAway = true
  const picture = builtFile('app/ui/qr-picture.tsx')
  await page.route(`**${picture}`, (route) => (isAway ? route.abort() : route.continue()))
  const refused = page.waitForEvent('requestfailed', (request) => request.url().endsWith(picture))
  await person.onboards('Amina Bello', 'CONNECT')
  await refused
  expect(await readLink(page, 'invitation-link')).toContain('/')
  isAway = false
  await page.getByRole('img', { name: /code/i }).first().waitFor()
})
