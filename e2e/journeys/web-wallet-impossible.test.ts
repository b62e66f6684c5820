import { labels } from '@lastmile/contracts/specified-texts'
import { expect, onTestFinished } from 'vitest'
import { Desk } from '../desk.ts'
import { journey } from '../journey.ts'
import { Person } from '../person.ts'
import { issuingText, provingText } from '../shown-texts.ts'
import { noDid, Stranger } from '../wallet/stranger.ts'
import { WebWallet } from '../web-wallet.ts'

const today = Number(new Date().toISOString().slice(0, 10).replaceAll('-', ''))
const nineYears = 9_00_00
const eighteenYears = 18_00_00

journey('a visitor who can’t answer reads why, and answers as soon as they can', async ({ visit, server }) => {
  // The stranger publishes no DID, and the wallet looks for one.
  visit.tolerate(...noDid)
  const { page } = visit
  const wallet = new WebWallet(page)
  const desk = await Desk.open(server.origin)
  const restrictions = [{ cred_def_id: desk.definitionId }]
  const asked = (name: string) => wallet.request.filter({ has: page.getByText(`“${name}”`, { exact: true }) })
  await desk.connects(wallet)

  const account = await desk.asks({
    name: 'Account',
    requested_attributes: { names: { names: ['given_names', 'family_name'], restrictions, non_revoked: {} } },
    requested_predicates: {
      valid: { name: 'document_expiry_date', p_type: '>=', p_value: today, restrictions },
    },
  })
  await asked('Account').getByText('You don’t have “Confirmed Person”, which is asked for.').waitFor()
  const here = (name: string) => asked(name).getByRole('link', { name: 'Get the credential here' })
  expect(await here('Account').getAttribute('href')).toBe('/demo/confirmedPerson')
  expect(await asked('Account').getByRole('button', { name: 'Share and prove' }).count()).toBe(0)

  await desk.offers({ document_expiry_date: '20200131', date_of_birth: String(today - nineYears) })
  await wallet.accepts()
  await asked('Account').getByText('Your “Confirmed Person” is past its date (“Document expiry date”).').waitFor()
  await here('Account').waitFor()
  const adult = await desk.asks({
    name: 'Adult',
    requested_predicates: {
      adult: { name: 'date_of_birth', p_type: '<=', p_value: today - eighteenYears, restrictions },
    },
  })
  await wallet.turnsTo('Adult')
  await asked('Adult')
    .getByText(/^Your “Confirmed Person” says otherwise: you are not 18 or older\.$/)
    .waitFor()
  const stranger = await Stranger.listen()
  onTestFinished(() => stranger.close())
  await wallet.takes(stranger.invitation('Elsewhere'))
  await stranger.hears('didexchange/1.1/complete')
  const elsewhere = 'did:webvh:QmOther:elsewhere.example'
  stranger.asks({
    name: 'Foreign',
    requested_attributes: {
      names: { name: 'given_names', restrictions: [{ schema_name: 'ConfirmedPerson', issuer_id: elsewhere }] },
    },
  })
  const isForeign = 'Your “Confirmed Person” is from another issuer than the one that is asked for.'
  await wallet.turnsTo('Foreign')
  await asked('Foreign').getByText(isForeign).waitFor()
  await asked('Foreign').getByText(`Its issuer is reached at elsewhere.example: ${elsewhere}`).waitFor()
  expect(await wallet.request.getByRole('button', { name: 'Share and prove' }).count()).toBe(0)

  await wallet.presses('Decline', asked('Foreign'))
  await stranger.hears('present-proof/2.0/problem-report')
  await wallet.showsHome()
  await wallet.opens('Activity')
  await wallet.sees('You declined “Foreign” of “Elsewhere”. Nothing was shared.')
  const renewed = await desk.offers()
  await wallet.accepts()
  await wallet.turnsTo('Account')
  await wallet.presses('Share and prove', asked('Account'))
  await account.comesTo('verified')
  await wallet.turnsTo('Adult')
  await wallet.presses('Share and prove', asked('Adult'))
  await adult.comesTo('verified')

  await desk.issued(renewed)
  await desk.revokes(renewed)
  await wallet.opens('Activity')
  await wallet.sees('“Registry” revoked “Confirmed Person”.')
  const again = await desk.asks({
    name: 'Again',
    requested_attributes: { names: { name: 'family_name', restrictions, non_revoked: {} } },
    requested_predicates: {
      valid: { name: 'document_expiry_date', p_type: '>=', p_value: today, restrictions, non_revoked: {} },
    },
  })
  await asked('Again')
    .getByText('Your “Confirmed Person” was revoked by its issuer, and here it has to be valid.')
    .waitFor()
  await here('Again').waitFor()
  expect(await asked('Again').getByRole('button', { name: 'Share and prove' }).count()).toBe(0)
  await desk.offers()
  await wallet.accepts()
  await wallet.presses('Share and prove', asked('Again'))
  await again.comesTo('verified')
})

journey('an offer and a question that were declined are listed, and come again', async ({ visit }) => {
  const wallet = new WebWallet(visit.page)
  const person = new Person(visit.page, wallet)
  await person.onboards('Amina Bello', 'ACCEPT_CREDENTIAL')
  await wallet.presses('Decline', wallet.offer)
  await person.sees(issuingText('refused.declined', 'Student Card'))
  await wallet.sees('You declined Student Card from Unity College.')
  await person.presses(labels.tryAgain)
  await wallet.accepts()
  await person.onboards('Amina Bello')

  await person.plays('Get the student price', 'PROOF')
  await wallet.presses('Decline', wallet.request)
  await person.sees(provingText('ended'))
  await wallet.sees('You declined “ShopEasy student price” of ShopEasy. Nothing was shared.')
  await person.presses(labels.tryAgain)
  await wallet.shares()
  await person.playsOn()
})
