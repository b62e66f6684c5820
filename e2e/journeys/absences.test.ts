import { dialogTexts, labels } from '@lastmile/contracts/specified-texts'
import { expect } from 'vitest'
import { serverAway } from '../browser.ts'
import { journey, repeats } from '../journey.ts'
import { issuingText } from '../shown-texts.ts'
import { leaveSite, receivedEvents } from '../tracked-events.ts'

/** The help of a waiting step appears after ten seconds. */
const helpAppears = 13_000

journey.concurrent('an offer waits for a phone that sleeps', repeats, async ({ person, wallet }) => {
  wallet.policies.offers = 'silent'
  await person.onboards('Amina Bello', 'CONNECT')
  await person.scans()
  await wallet.goOffline()
  await person.comesTo('ACCEPT_CREDENTIAL')
  await person.sees(issuingText('waiting', 'Student Card'))

  await wallet.comeBack()
  const offer = await wallet.offers.next()
  await offer.accept()
  await person.sees(issuingText('arrived'))
  expect(await offer.outcome).toBe('stored')
})

journey.concurrent(
  'a phone that was out of reach gets its offer when it is back',
  async ({ person, visit, wallet }) => {
    visit.tolerate(...serverAway)
    await person.onboards('Amina Bello', 'CONNECT')
    await person.scans()
    await person.sees(labels.connectionEstablished)
    await wallet.goOffline('unreachable')
    await person.comesTo('ACCEPT_CREDENTIAL')
    await person.sees('The wallet cannot be reached right now. See that it is open and online. We are trying again.')
    await person.sees('The request timed out.', helpAppears)
    await person.presses('Keep trying')
    await wallet.comeBack()
    // The longer it was away, the longer the pause before it is tried again.
    await person.sees(issuingText('arrived'), 45_000)
    expect(await wallet.credentials()).toHaveLength(1)
  },
)

journey.concurrent(
  'only the newest of two offers can be accepted',
  async ({ person, visit, wallet, server, expect }) => {
    const known = (await receivedEvents(server)).length
    wallet.policies.offers = 'silent'
    await visit.context.clearCookies()
    await visit.page.goto('/demo')
    await visit.page.getByRole('button', { name: 'Accept all' }).click()
    await person.onboards('Amina Bello', 'ACCEPT_CREDENTIAL')
    const first = await wallet.offers.next()
    await person.page.getByRole('button', { name: labels.notReceived }).click({ timeout: helpAppears })
    await person.presses(dialogTexts.notReceived.action)
    const second = await wallet.offers.next()
    expect(await first.outcome).toBe('withdrawn')

    await second.accept()
    await person.sees(issuingText('arrived'))
    expect(await wallet.credentials()).toHaveLength(1)
    await leaveSite(visit.page)
    const received = async () => (await receivedEvents(server)).slice(known)
    await expect.poll(async () => (await received()).map(({ type }) => type)).toContain('cred_not_received')
  },
)

journey.concurrent('a proof request waits, and can be sent again', async ({ person, wallet }) => {
  await person.onboards('Amina Bello')
  wallet.policies.proofRequests = 'silent'
  await person.plays('Get the student price', 'PROOF')
  const first = await wallet.proofRequests.next()
  const state = person.page.getByTestId('step-state').filter({ has: person.page.getByTestId('waiting-for-wallet') })
  const heightBefore = (await state.boundingBox())?.height
  const help = person.page.getByRole('button', { name: 'Nothing came, or something else came?' })
  await help.waitFor({ timeout: helpAppears })
  expect((await state.boundingBox())?.height).toBe(heightBefore)
  await help.click()
  await person.sees("That's not what we expected.")
  await person.presses('Send the proof request again')
  const second = await wallet.proofRequests.next()
  expect(await first.outcome).toBe('refused')

  await second.accept()
  await person.playsOn()
  expect(await second.outcome).toBe('verified')
})
