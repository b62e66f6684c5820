import { labels } from '@lastmile/contracts/specified-texts'
import { expect } from 'vitest'
import { findBarriers } from '../axe.ts'
import { journey, repeats } from '../journey.ts'
import { adaeze, onePixel } from '../person.ts'
import { issuingText, provingText } from '../shown-texts.ts'

/** Between the narrowest and the widest, colours are judged in the long run alone. */
for (const { at, widths, options } of [
  { at: '', widths: undefined, options: {} },
  { at: ', at 768 px', widths: [768], options: repeats },
]) {
  journey(`pages outside the demo, and what the demo says when it cannot begin${at}`, options, async ({ visit }) => {
    const { page } = visit
    visit.tolerate(/404/, /net::ERR_FAILED/)
    const barriers: string[] = []
    await page.goto('/')
    barriers.push(...(await findBarriers(page, 'home', widths)))
    await page.goto('/docs')
    barriers.push(...(await findBarriers(page, 'documentation of the API', [320])))
    await page.goto('/nowhere/at-all')
    barriers.push(...(await findBarriers(page, 'unknown page', widths)))
    await page.goto('/demo/nobody')
    await page.getByRole('heading', { name: 'The path ends here.' }).waitFor()
    barriers.push(...(await findBarriers(page, 'unknown character', widths)))

    await visit.context.route('**/demo/characters', (route) => route.abort())
    await page.goto('/demo')
    await page
      .getByText('We are trying again.')
      .or(page.getByRole('button', { name: 'Try Again' }))
      .first()
      .waitFor()
    barriers.push(...(await findBarriers(page, 'characters that cannot be fetched', widths)))
    expect(barriers).toEqual([])
  })

  journey(`every screen of the onboarding${at}`, options, async ({ person, visit, wallet }) => {
    const { page } = visit
    const barriers: string[] = []
    const inspect = async (state: string) => {
      barriers.push(...(await findBarriers(page, state, widths)))
    }
    const inspectDialog = async (state: string) => {
      await page.getByRole('dialog').or(page.getByRole('alertdialog')).waitFor()
      await inspect(state)
      await page.keyboard.press('Escape')
    }

    await page.goto('/demo')
    await person.seesHeading('Who would you like to be?')
    await inspect('PICK_CHARACTER')
    await person.presses(labels.leave)
    await inspectDialog('leaving')
    await person.onboards('Amina Bello', 'SETUP_START')
    await inspect('SETUP_START')
    await person.onboards('Amina Bello', 'CHOOSE_WALLET')
    await inspect('CHOOSE_WALLET')
    await person.looksForPhoneWallets()
    await page.getByRole('button', { name: /^USE / }).first().click()
    await inspectDialog('how to get a wallet')

    await person.onboards('Amina Bello', 'CONNECT')
    await page.getByRole('img', { name: /QR code/ }).waitFor()
    await inspect('CONNECT')
    await page.getByRole('button', { name: 'Enlarge' }).click()
    await inspectDialog('the code enlarged')
    await page.getByRole('button', { name: 'Nothing happens?' }).click({ timeout: 13_000 })
    await inspectDialog('help with connecting')
    wallet.policies.offers = 'decline'
    await person.scans()
    await page.getByRole('button', { name: 'Stay here' }).click()
    await inspect('connected')

    await person.presses(labels.next)
    await wallet.offers.next()
    await person.sees(issuingText('refused.declined', 'Student Card'))
    await inspect('a declined offer')
    wallet.policies.offers = 'silent'
    await person.presses('Try Again')
    const offer = await wallet.offers.next()
    await person.sees('There is no hurry.')
    await inspect('an open offer')
    await offer.decline()
    wallet.policies.offers = 'accept'
    await person.presses('Try Again')
    await person.sees(issuingText('arrived'))
    await inspect('an accepted offer')
    await person.presses(labels.next)
    await inspect('SETUP_COMPLETED')
    expect(barriers).toEqual([])
  })

  journey(
    `the dashboard, every kind of screen of a use case, and the end of the demo${at}`,
    options,
    async ({ person, visit, wallet }) => {
      visit.tolerate(/404/)
      const { page } = visit
      const barriers: string[] = []
      const inspect = async (state: string) => {
        barriers.push(...(await findBarriers(page, state, widths)))
      }

      await person.onboards('Amina Bello')
      await page.goto('/uc/nothing')
      await person.seesHeading('There is no such use case.')
      await inspect('a use case that does not exist')
      await page.getByRole('link', { name: 'To the dashboard' }).click()
      await person.seesHeading(labels.revokingCredentials)
      await page.getByRole('button', { name: 'Locked' }).first().focus()
      await inspect('dashboard')

      await person.plays('Join the public library', 'START')
      await inspect('START')
      await person.playsOn('INFO')
      await inspect('INFO')
      await person.playsOn('CONNECTION')
      await page.getByRole('img', { name: /QR code/ }).waitFor()
      await inspect('CONNECTION')
      wallet.policies.proofRequests = 'decline'
      await person.playsOn('PROOF')
      await person.sees(provingText('ended'))
      await inspect('a declined proof')
      wallet.policies.proofRequests = 'silent'
      await person.presses('Try Again')
      await wallet.proofRequests.next()
      const request = await wallet.proofRequests.next()
      await person.sees(provingText('waiting', 'Riverbank Public Library'))
      await inspect('an open proof request')
      await request.accept()
      await person.sees(provingText('sees', 'Riverbank Public Library'))
      await page
        .getByTestId('receipt')
        .getByRole('button', { name: /^Show receipt/ })
        .click()
      await page.getByRole('button', { name: /^Print/ }).waitFor()
      await person.looksInside('Your wallet sent the proof.')
      await inspect('a verified proof with its receipt, and the strip with a message')
      wallet.policies.offers = 'silent'
      await person.presses(labels.next)
      await wallet.offers.next()
      const offer = await wallet.offers.next()
      await inspect('CREDENTIAL')
      await offer.accept()
      await person.playsOn('STEP_END')
      await inspect('STEP_END')
      await person.playsOn()

      await person.plays('Borrow a laptop', 'PROOF_OOB')
      await page.getByRole('img', { name: /QR code/ }).waitFor()
      await inspect('PROOF_OOB')
      await page.getByRole('banner').getByRole('button', { name: labels.leave }).click()
      await page.getByRole('alertdialog').waitFor()
      await inspect('leaving a use case')
      await page.keyboard.press('Escape')
      wallet.policies.proofRequests = 'accept'
      await person.playsOn('END')
      await inspect('END')
      await person.playsOn()

      await person.plays('Get the student price')
      const completed = page.getByRole('alertdialog', { name: 'Showcase Completed!' })
      await completed.waitFor()
      await inspect('the end of the demo')
      await completed.getByRole('button', { name: 'CANCEL' }).click()
      await page.getByRole('button', { name: /^REVOKE Student Card/ }).click()
      await inspect('the question whether to revoke')
      await page.getByRole('alertdialog').getByRole('button', { name: 'REVOKE' }).click()
      await page.getByText('Revoked', { exact: true }).waitFor()
      await page
        .getByTestId('receipts')
        .getByRole('button', { name: /^Show receipt/ })
        .first()
        .click()
      await page.getByRole('button', { name: /^Print/ }).waitFor()
      await inspect('dashboard with a revoked credential, and a receipt')
      await person.presses(labels.finish)
      await completed.getByRole('button', { name: 'FINISH' }).click()
      await person.isHome()
      expect(barriers).toEqual([])
    },
  )

  journey(`every step of the Confirmed Person flow${at}`, options, async ({ person, visit, wallet }) => {
    const { page } = visit
    const barriers: string[] = []
    const inspect = async (state: string) => {
      barriers.push(...(await findBarriers(page, state, widths)))
    }
    wallet.policies.offers = 'silent'
    await person.isConfirmed('SETUP_START')
    await inspect('SETUP_START')
    await person.isConfirmed('PERSON_INFORMATION')
    await inspect('PERSON_INFORMATION')
    await page.getByRole('button', { name: 'Take a photo: front of the document' }).click()
    await page.getByTestId('camera').getByRole('button', { name: labels.tryAgain }).waitFor()
    await inspect('no camera')
    await page.keyboard.press('Escape')
    await person.fillsIn(adaeze)
    const file = page.getByLabel('Choose a file: front of the document')
    await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
    await person.sees('is not a picture.')
    await file.setInputFiles({ name: 'front.png', mimeType: 'image/png', buffer: onePixel })
    await page.getByAltText('Front of the document, your photo').waitFor()
    await inspect('PERSON_INFORMATION filled in')
    await person.presses(labels.next)
    await page.getByRole('img', { name: /QR code/ }).waitFor()
    await inspect('CONNECT_WALLET')
    await person.scans()
    await person.presses('Stay here')
    await inspect('CONNECT_WALLET connected')
    await person.presses('Issue My Credential')
    const offer = await wallet.offers.next()
    await inspect('ACCEPT_CREDENTIAL')
    await offer.accept()
    await person.sees(issuingText('arrived'))
    await person.looksInside('Your wallet confirmed that it has stored the credential.')
    await inspect('ACCEPT_CREDENTIAL accepted, and the strip with its messages')
    await person.presses(labels.next)
    await person.comesTo('SETUP_COMPLETED')
    await inspect('SETUP_COMPLETED')
    expect(barriers).toEqual([])
  })
}
