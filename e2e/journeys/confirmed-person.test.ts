import { confirmedPersonPath } from '@lastmile/contracts/site'
import { dialogTexts, labels } from '@lastmile/contracts/specified-texts'
import { expect } from 'vitest'
import { journey, repeats } from '../journey.ts'
import { adaeze, onePixel } from '../person.ts'
import { issuingText } from '../shown-texts.ts'
import { tracesAt, tracesIn } from '../traces.ts'

journey.concurrent('a person is confirmed and uses it in three places', async ({ person, visit, wallet }) => {
  const { page } = visit
  await page.goto('/confirmd')
  await page.getByRole('link', { name: 'Get Confirmed Person' }).first().click()
  await person.comesTo('SETUP_START')
  expect(new URL(page.url()).pathname).toBe(confirmedPersonPath)
  expect(await page.title()).toBe('Confirmed Person')
  expect(await page.getByRole('button', { name: labels.back, exact: true }).count()).toBe(0)

  await person.isConfirmed('ACCEPT_CREDENTIAL')
  await person.sees(issuingText('arrived'))
  expect(await wallet.credentials()).toMatchObject([
    {
      name: 'ConfirmedPerson',
      attributes: {
        family_name: 'Okoro-Ọláyínká',
        given_names: 'Adaeze Ifeoma',
        date_of_birth: '19900714',
        gender: 'female',
        document_type: 'national_id',
        document_number: 'NIN 00000000000',
        document_expiry_date: '20310830',
        nationality: 'Nigeria',
        issuing_authority: 'Example Identity Office',
      },
    },
  ])
  await person.isConfirmed()
  await person.plays('Open a bank account')
  await person.plays('Hospital check-in')
  await person.plays('Employment verification')
  await person.sees('3 of 3 done')

  await page.goto(confirmedPersonPath)
  await person.comesTo('/dashboard')
})

journey.concurrent(
  'a visitor who skips connecting comes to an end without a credential, and home',
  async ({ person, visit }) => {
    const { page } = visit
    await person.isConfirmed('CONNECT_WALLET')
    expect(await page.getByRole('img', { name: /QR code/ }).boundingBox()).toMatchObject({ width: 165, height: 165 })
    expect(await person.canPress(labels.skip)).toBe(false)
    await person.presses('Skip Connection')
    await person.sees('You have chosen to skip connecting a wallet…')
    await person.comesTo('SETUP_COMPLETED')
    await person.sees('nothing was signed and nothing was sent')
    await person.presses(labels.back)
    await person.comesTo('CONNECT_WALLET')
    await person.presses('Skip Connection')
    await person.presses('Go on now')
    await person.comesTo('SETUP_COMPLETED')
    await person.presses(labels.finish)
    await person.isHome()
    await page.goto('/dashboard')
    await person.isHome()
  },
)

journey.concurrent('a credential that was declined is sent afresh', repeats, async ({ person, wallet }) => {
  wallet.policies.offers = 'decline'
  await person.isConfirmed('ACCEPT_CREDENTIAL')
  await person.sees(issuingText('refused.declined', 'Confirmed Person'))
  expect(await person.canPress(labels.next)).toBe(false)
  wallet.policies.offers = 'accept'
  await person.presses(labels.tryAgain)
  await person.sees(issuingText('arrived'))
  expect(await wallet.credentials()).toHaveLength(1)
})

journey.concurrent(
  'an offer that was not received is withdrawn and sent again',
  repeats,
  async ({ person, visit, wallet }) => {
    wallet.policies.offers = 'silent'
    await person.isConfirmed('ACCEPT_CREDENTIAL')
    const stale = await wallet.offers.next()
    await person.sees(labels.notReceived, 20_000)
    await person.presses(labels.notReceived)
    await person.sees(dialogTexts.notReceived.text)
    await visit.page
      .getByRole('dialog', { name: dialogTexts.notReceived.title })
      .getByRole('button', { name: dialogTexts.notReceived.action })
      .click()
    const fresh = await wallet.offers.next()
    expect(await stale.outcome).toBe('withdrawn')
    await fresh.accept()
    await person.sees(issuingText('arrived'))
    expect(await wallet.credentials()).toHaveLength(1)
  },
)

journey.concurrent('a reload before an offer asks for the form again, and says why', async ({ person, visit }) => {
  const { page } = visit
  await person.isConfirmed('CONNECT_WALLET')
  await page.reload()
  await person.comesTo('PERSON_INFORMATION')
  await person.sees('Please fill this in again.')
  expect(await page.getByLabel('Family name').inputValue()).toBe('')
  expect(await person.canPress(labels.next)).toBe(false)
  await person.isConfirmed()
})

journey.concurrent(
  'a reload after an offer goes on from what the server knows',
  repeats,
  async ({ person, visit, wallet }) => {
    const { page } = visit
    wallet.policies.offers = 'silent'
    await person.isConfirmed('ACCEPT_CREDENTIAL')
    const offer = await wallet.offers.next()
    await page.reload()
    await person.comesTo('ACCEPT_CREDENTIAL')
    await person.sees('This page does not keep them.')
    await offer.accept()
    await person.sees(issuingText('arrived'))
    await page.reload()
    await person.sees(issuingText('arrived'))
    await person.presses(labels.next)
    await person.presses(labels.finish)
    await person.comesTo('/dashboard')
  },
)

journey.concurrent(
  'what the issuer does not sign is named at the form, and nothing is lost',
  async ({ person, visit }) => {
    const { page } = visit
    visit.tolerate(/status of 400/, /^refused: 400/)
    await person.isConfirmed('PERSON_INFORMATION')
    await person.fillsIn({ ...adaeze, documentNumber: 'X'.repeat(61) })
    await person.presses(labels.next)
    await person.isConfirmed('ACCEPT_CREDENTIAL')
    await person.sees('The issuer won’t sign these details as they are.')
    await person.presses('Correct the form')
    await person.comesTo('PERSON_INFORMATION')
    await page.getByTestId('refusal-summary').getByRole('link', { name: 'Document number' }).click()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('documentNumber')
    expect(await page.getByLabel('Family name').inputValue()).toBe(adaeze.familyName)
    await page.getByLabel('Document number').fill('X1')
    await person.presses(labels.next)
    await person.presses(labels.skip)
    await person.sees(issuingText('arrived'))
  },
)

journey.concurrent('leaving forgets everything and leads home', repeats, async ({ person, visit }) => {
  const { page } = visit
  await person.isConfirmed('CONNECT_WALLET')
  await page.getByRole('banner').getByRole('button', { name: labels.leave }).click()
  await person.sees(dialogTexts.leaveFlow.text)
  await page.getByRole('alertdialog').getByRole('button', { name: labels.leave }).click()
  await person.isHome()
  await page.goto(confirmedPersonPath)
  await person.comesTo('SETUP_START')
  await person.presses(labels.next)
  expect(await page.getByLabel('Family name').inputValue()).toBe('')
})

journey.concurrent('another visit that has begun is asked about', async ({ person, visit }) => {
  const { page } = visit
  await person.onboards('Amina Bello', 'CONNECT')
  await page.getByTestId('invitation-link').waitFor({ state: 'attached' })
  await page.goto(confirmedPersonPath)
  await page.getByRole('alertdialog', { name: 'Switch to Confirmed Person?' }).waitFor()
  await person.presses('Switch')
  await person.comesTo('SETUP_START')
  await person.isConfirmed('CONNECT_WALLET')
  await page.getByTestId('invitation-link').waitFor({ state: 'attached' })
  await page.goto('/demo')
  await page.getByRole('alertdialog', { name: 'Switch to another character?' }).waitFor()
  await person.presses('Stay with Confirmed Person')
  await person.comesTo('PERSON_INFORMATION')
})

journey(
  'what a person types or photographs goes into the offer and nowhere else',
  async ({ person, visit, wallet, server }) => {
    const { page } = visit
    const sent: { path: string; body: string }[] = []
    page.on('request', (request) => {
      sent.push({ path: new URL(request.url()).pathname, body: `${request.url()} ${request.postData() ?? ''}` })
    })
    const kept = () => tracesIn(page)
    const secrets = new RegExp(
      [
        ...Object.values(adaeze).filter((value) => !['female', 'national_id'].includes(value)),
        '19900714',
        '20310830',
      ].join('|'),
      'i',
    )

    await visit.context.clearCookies()
    await person.isConfirmed('PERSON_INFORMATION')
    await page.getByRole('button', { name: 'Accept all' }).click()
    await person.fillsIn(adaeze)
    for (const side of ['front', 'back']) {
      const input = page.getByLabel(`Choose a file: ${side} of the document`)
      await input.setInputFiles({ name: `${side}-Okoro.png`, mimeType: 'image/png', buffer: onePixel })
      await page.getByAltText(`${side === 'front' ? 'Front' : 'Back'} of the document, your photo`).waitFor()
    }
    await page.getByRole('button', { name: 'Remove: back of the document' }).click()
    await page.getByAltText('Back of the document, your photo').waitFor({ state: 'detached' })
    expect(await kept()).not.toMatch(secrets)

    await person.isConfirmed('ACCEPT_CREDENTIAL')
    await person.sees(issuingText('arrived'))
    expect(await wallet.credentials()).toHaveLength(1)
    const messages = await person.looksInside('Your wallet confirmed that it has stored the credential.')
    expect(messages).toContain('issue-credential')
    expect(messages).not.toMatch(secrets)
    expect(await kept()).not.toMatch(secrets)
    await person.isConfirmed()
    expect(await kept()).not.toMatch(secrets)
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')))

    const tellers = sent.filter(({ body }) => secrets.test(body)).map(({ path }) => path)
    expect(new Set(tellers)).toEqual(new Set(['/demo/credentials/offerCredential']))
    expect(sent.filter(({ body }) => body.includes('base64'))).toEqual([])
    expect(await tracesAt(server)).not.toMatch(secrets)
  },
)
