import { labels } from '@lastmile/contracts/specified-texts'
import { expect } from 'vitest'
import { journey, repeats } from '../journey.ts'
import { Person } from '../person.ts'
import { issuingText, provingText } from '../shown-texts.ts'

journey.concurrent(
  'an offer that was declined is shown so and can be had again',
  repeats,
  async ({ person, wallet }) => {
    wallet.policies.offers = 'decline'
    await person.onboards('Amina Bello', 'ACCEPT_CREDENTIAL')
    await person.sees(issuingText('refused.declined', 'Student Card'))
    expect(await person.canPress(labels.next)).toBe(false)
    expect(await wallet.credentials()).toEqual([])

    wallet.policies.offers = 'accept'
    await person.presses('Try Again')
    await person.sees(issuingText('arrived'))
    expect(await wallet.credentials()).toHaveLength(1)
    await person.onboards('Amina Bello')
  },
)

journey.concurrent(
  'a proof that was declined is shown so and can be asked for again',
  repeats,
  async ({ person, wallet }) => {
    await person.onboards('Amina Bello')
    wallet.policies.proofRequests = 'decline'
    await person.plays('Get the student price', 'PROOF')
    await person.sees(provingText('ended'))
    await person.sees(provingText('learnedNothing', 'ShopEasy'))
    expect(await person.canPress(labels.next)).toBe(false)

    wallet.policies.proofRequests = 'accept'
    await person.presses('Try Again')
    await person.playsOn()
    expect(wallet.proofRequests.received).toHaveLength(2)
  },
)

journey.concurrent('nothing false can be proved', async ({ person, wallet }) => {
  await person.onboards('Amina Bello')
  await person.commands('hidden', 'Show hidden use cases')
  await person.plays('Ask for the senior fare', 'PROOF_OOB')
  await person.scans('proof-link')
  await person.sees(provingText('asExpected'))
  await person.sees(provingText('learnedNothing', 'Harmattan Bus Lines'))
  expect(wallet.problems.received).toMatchObject([{ code: 'cannot-prove' }])

  await person.presses(labels.next)
  await person.comesTo('END')
  await person.presses(labels.complete)
  await person.comesTo('/dashboard')
  await person.sees('1 of 4 done')
})

journey.concurrent(
  'a revoked credential locks what needs it, and a proof from it is refused',
  async ({ person, visit, wallet }) => {
    await person.onboards('Amina Bello')
    await person.plays('Get the student price', 'CONNECTION')

    const other = new Person(await visit.openTab('/dashboard'), wallet)
    await other.page.getByRole('button', { name: 'READ MORE about revoking Student Card' }).click()
    await other.sees('Suppose you change college')
    await other.page.getByRole('button', { name: 'REVOKE Student Card' }).click()
    await other.page.getByRole('alertdialog').getByRole('button', { name: labels.revoke }).click()
    await other.page.getByText('Revoked', { exact: true }).waitFor()
    expect(await wallet.notifications.next()).toMatchObject({ credentialName: 'Student Card' })
    expect(await wallet.credentials()).toMatchObject([{ name: 'Student Card', revoked: true }])
    await other.useCase('Join the public library').getByRole('button', { name: 'Locked' }).focus()
    await other.sees('Student Card has been revoked')

    wallet.policies.proofRequests = 'silent'
    await person.playsOn('PROOF')
    const request = await wallet.proofRequests.next()
    await expect(request.preview()).rejects.toMatchObject({ code: 'cannot-prove' })
    await request.accept({ allowRevoked: true })
    await person.sees(provingText('refuses', 'ShopEasy'))
    await person.sees(/revoked.* Nothing was accepted\./)
    expect(await request.outcome).toBe('refused')
    expect(await person.canPress(labels.next)).toBe(false)

    await person.page.getByRole('button', { name: 'Get a new Student Card' }).click()
    await person.sees('A valid Student Card is in your wallet now.')
    wallet.policies.proofRequests = 'accept'
    await person.presses('Show the new card')
    await person.sees(provingText('knows', 'ShopEasy'))
  },
)
