import { fileURLToPath } from 'node:url'
import { dialogTexts, labels } from '@lastmile/contracts/specified-texts'
import { expect } from 'vitest'
import { readLink, serverAway, Visit } from '../browser.ts'
import { journey, repeats } from '../journey.ts'
import { adaeze, Person } from '../person.ts'
import { type ProductServer, startServer } from '../server.ts'
import { issuingText, provingText } from '../shown-texts.ts'

/** Kills the server, lets things happen while it is away, and starts it again. */
async function dies(server: ProductServer, meanwhile: () => Promise<unknown> = async () => {}) {
  await server.kill9()
  await meanwhile()
  await server.restart()
}

journey(
  'the server dies at every step of an onboarding and of a use case',
  async ({ person, visit, server, wallet }) => {
    visit.tolerate(...serverAway)
    const { page } = visit
    wallet.policies.offers = 'silent'
    wallet.policies.proofRequests = 'silent'
    await person.onboards('Ngozi Okafor', 'CONNECT')
    const link = await readLink(page, 'invitation-link')
    await dies(server)
    await wallet.receive(link)
    await person.sees(labels.connectionEstablished)
    await dies(server, async () => {
      await person.page.getByTestId('connection-established').waitFor({ state: 'detached' })
      await person.comesTo('ACCEPT_CREDENTIAL')
    })

    const permit = await wallet.offers.next()
    await server.kill9()
    const accepted = permit.accept()
    await server.restart()
    await accepted
    await person.sees(issuingText('arrived'))
    expect(await permit.outcome).toBe('stored')

    await person.onboards('Ngozi Okafor', 'ACCEPT_CREDENTIAL_2')
    const registration = await wallet.offers.next()
    await wallet.goOffline('unreachable')
    await registration.accept()
    await dies(server, () => wallet.comeBack())
    await person.sees(issuingText('arrived'))
    expect(await registration.outcome).toBe('stored')
    await person.onboards('Ngozi Okafor')
    expect(wallet.offers.received).toHaveLength(2)

    await person.plays('Open a business account', 'CONNECTION')
    const bank = await readLink(page, 'invitation-link')
    await dies(server)
    await wallet.receive(bank)
    await person.sees(labels.connectionEstablished)
    await person.comesTo('PROOF')
    const request = await wallet.proofRequests.next()
    await dies(server)
    await request.accept()
    // Wherever it is in looking at the presentation.
    await dies(server)
    await person.playsOn('CREDENTIAL')
    const card = await wallet.offers.next()
    await card.accept()
    // Wherever it is in signing.
    await dies(server)
    await person.playsOn()
    expect(await card.outcome).toBe('stored')

    await person.plays('Borrow to restock', 'PROOF_OOB')
    const loan = await readLink(page, 'proof-link')
    await dies(server)
    await wallet.receive(loan)
    const open = await wallet.proofRequests.next()
    await dies(server)
    await open.accept()
    await dies(server)
    await person.sees(provingText('verifiedText'))
    await person.presses(labels.next)
    await person.playsOn()
    await page.getByRole('alertdialog', { name: dialogTexts.showcaseCompleted.title }).waitFor()
    await person.presses(dialogTexts.showcaseCompleted.cancel)
    await person.sees('2 of 2 done')

    await person.revokes('Trader Permit')
    await dies(server)
    // Asked again by the page itself, should the server not have heard it.
    await page.getByText('Revoked', { exact: true }).waitFor({ timeout: 30_000 })
    await page.reload()
    await page.getByText('Revoked', { exact: true }).waitFor()
    expect(await wallet.notifications.next()).toMatchObject({ credentialName: 'Trader Permit' })
  },
  240_000,
)

journey(
  'the server dies at every step of the Confirmed Person flow',
  repeats,
  async ({ person, visit, server, wallet }) => {
    visit.tolerate(...serverAway)
    wallet.policies.offers = 'silent'
    await person.isConfirmed('PERSON_INFORMATION')
    await person.fillsIn(adaeze)
    await dies(server)
    await person.isConfirmed('CONNECT_WALLET')
    const link = await readLink(visit.page, 'invitation-link')
    await dies(server)
    await wallet.receive(link)
    await person.sees(labels.connectionEstablished)
    await dies(server, () => person.comesTo('ACCEPT_CREDENTIAL'))
    const offer = await wallet.offers.next()
    await dies(server)
    await offer.accept()
    await dies(server)
    await person.sees(issuingText('arrived'))
    expect(await offer.outcome).toBe('stored')
    await person.isConfirmed()
    expect(wallet.offers.received).toHaveLength(1)
  },
)

journey(
  'the server dies while it makes the keys of a credential',
  { ...repeats, timeout: 420_000 },
  async ({ browser, wallet }) => {
    const server = await startServer()
    try {
      const visit = await Visit.begin(browser, server.origin)
      visit.tolerate(...serverAway)
      const person = new Person(visit.page, wallet)
      await person.onboards('Effiong Bassey', 'CONNECT')
      await dies(server)
      await person.onboards('Effiong Bassey', 'ACCEPT_CREDENTIAL')
      await dies(server)
      // Primes are searched at low priority: beside other journeys they take minutes.
      await wallet.offers.next(300_000)
      await person.sees(issuingText('arrived'), 30_000)
      expect(visit.unexpected).toEqual([])
      await visit.context.close()
    } finally {
      await server.discard()
    }
  },
)

const slowStart = fileURLToPath(new URL('../slow-start.mjs', import.meta.url))

journey('the page knocks while the server starts', async ({ person, visit, server, wallet }) => {
  visit.tolerate(...serverAway)
  wallet.policies.offers = 'silent'
  await person.onboards('Amina Bello', 'ACCEPT_CREDENTIAL')
  const offer = await wallet.offers.next()
  const status = async () => (await fetch(`${server.origin}/server/ready`).catch(() => undefined))?.status
  let knocks = 0
  await server.kill9()
  const restarted = server.restart(['--import', slowStart])
  for (let now = await status(); now !== 200; now = await status()) {
    if (now === undefined) continue
    // As a phone does that finds its network again: the page looks for the server at once.
    await visit.page.evaluate(() => dispatchEvent(new Event('online')))
    knocks += 1
  }
  await restarted
  expect(knocks).toBeGreaterThan(0)
  await offer.accept()
  await person.sees(issuingText('arrived'))
})

for (const nth of ['first', 'second'])
  journey(`the ${nth} journey that leaves its server dead found one that ran`, async ({ server }) => {
    expect(server.isRunning).toBe(true)
    await server.kill9()
  })
