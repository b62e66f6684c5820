import { labels } from '@lastmile/contracts/specified-texts'
import { expect } from 'vitest'
import { journey, repeats } from '../journey.ts'
import { provingText } from '../shown-texts.ts'

journey(
  'Effiong proves his licence, earns a key and opens the cabinet with it',
  repeats,
  async ({ person, wallet }) => {
    const { page } = person
    await person.onboards('Effiong Bassey')
    expect(wallet.offers.received.map(({ issuer }) => issuer)).toEqual([
      'Coastal Nursing Council',
      'Palm Creek Hospital',
    ])

    await person.plays('Pick up a night shift', 'PROOF')
    const shift = await (await wallet.proofRequests.next()).preview()
    expect(shift.shared.map(({ name }) => name)).toEqual(['given_names', 'family_name', 'qualification'])
    expect(shift.proved.map(({ name }) => name)).toEqual(['registration_date', 'expiry_date'])
    await person.playsOn()

    await person.plays('Open the medicines cabinet', 'PROOF')
    const key = await (await wallet.proofRequests.next()).preview()
    expect(key.shared.map(({ name, credentialName }) => [credentialName, name])).toEqual([
      ['Hospital Staff Pass', 'staff_number'],
    ])
    expect(new Set(key.proved.map(({ credentialName }) => credentialName))).toEqual(
      new Set(['Hospital Staff Pass', 'Nursing Licence']),
    )
    await person.playsOn('PROOF_OOB')
    await person.scans('proof-link')
    const opening = await (await wallet.proofRequests.next()).preview()
    expect(opening.shared.map(({ name }) => name)).toEqual(['key_number', 'cabinet'])
    await person.sees(provingText('sees', 'Ward Medicines Cabinet'))
    expect((await wallet.credentials()).map(({ name }) => name)).toEqual([
      'Nursing Licence',
      'Hospital Staff Pass',
      'Cabinet Key',
    ])
    await person.presses(labels.next)
    await person.playsOn()

    await person.plays('Make a house call')
    const completed = page.getByRole('alertdialog', { name: 'Showcase Completed!' })
    await completed.getByRole('button', { name: 'CANCEL' }).click()
    expect(wallet.problems.received).toEqual([])

    await person.commands('hidden', 'Show hidden use cases')
    await person.sees('3 of 4 done')
    await person.plays('Try the bottom drawer', 'PROOF_OOB')
    await person.scans('proof-link')
    await person.sees(provingText('learnedNothing', 'Ward Medicines Cabinet'))
    expect(wallet.problems.received).toMatchObject([{ code: 'cannot-prove' }])
    await person.presses(labels.next)
    await person.playsOn()
    await completed.waitFor()
  },
)
