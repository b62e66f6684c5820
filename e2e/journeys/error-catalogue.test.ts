import { apiRoutes } from '@lastmile/contracts/api-routes'
import { confirmedPersonSlug } from '@lastmile/contracts/constants'
import { confirmedPersonPath, persistedState } from '@lastmile/contracts/site'
import { dialogTexts, errorTexts, labels } from '@lastmile/contracts/specified-texts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { forgetsCharacter, serverAway, type Visit } from '../browser.ts'
import { journey, repeats } from '../journey.ts'

/** The server's texts for a failure that trying again does not mend, and for one that it may. */
const broken = (message: string, code = 'unheard-of') => ({ status: 500, json: { error: { code, message } } })
const busy = { status: 503, json: { error: { code: 'busy', message: '' } } }
const unknown = { status: 404, json: { error: { code: 'not-found', message: 'There is no such thing.' } } }

/** Answers in the server's place until it is asked to stop. */
async function answers({ context }: Visit, path: string, answer: { status: number; json: object }) {
  let calls = 0
  const address = `**${path}`
  await context.route(address, (route) => {
    calls += 1
    return route.fulfill(answer)
  })
  return { stop: () => context.unroute(address), calls: () => calls }
}

/** The failure's dialog with exactly this text; OK closes it. */
async function isShown(page: Page, title: string, text: string) {
  const dialog = page.getByRole('alertdialog', { name: title, exact: true })
  await dialog.getByText(text, { exact: true }).waitFor({ timeout: 25_000 })
  await dialog.getByRole('button', { name: 'OK', exact: true }).click()
}

const title = errorTexts.issuanceFailedTitle

journey.concurrent('issuing fails in the character demo', async ({ person, visit }) => {
  visit.tolerate(...serverAway, /status of 500/, /^refused: 500/)
  const { page } = visit
  const startsAgain = async () => {
    await person.comesTo('PICK_CHARACTER')
    expect(await page.getByRole('radio', { checked: true }).count()).toBe(0)
  }

  const noOffer = await answers(visit, apiRoutes.offerCredential.path, broken('Gone.'))
  await person.onboards('Amina Bello', 'ACCEPT_CREDENTIAL')
  await isShown(page, title, errorTexts.issuanceFailed('Gone.'))
  expect(new URL(page.url()).pathname).toBe('/demo')
  await startsAgain()
  await noOffer.stop()

  const noDefinition = await answers(visit, apiRoutes.getOrCreateCredDef.path, broken('Gone.'))
  await person.onboards('Amina Bello', 'ACCEPT_CREDENTIAL')
  await isShown(page, title, errorTexts.credentialDefinition('Gone.'))
  await person.isHome()
  await page.goto('/demo')
  await startsAgain()
  await noDefinition.stop()

  const failsInside = await answers(visit, apiRoutes.getOrCreateCredDef.path, broken('Internal error', 'internal'))
  await person.onboards('Amina Bello', 'ACCEPT_CREDENTIAL')
  await isShown(page, title, errorTexts.credentialDefinition('Something went wrong on our side.'))
  await person.isHome()
  await failsInside.stop()

  const isBusy = await answers(visit, apiRoutes.offerCredential.path, busy)
  await person.onboards('Amina Bello', 'ACCEPT_CREDENTIAL')
  await person.sees('We are trying again.')
  await isShown(page, title, errorTexts.issuanceTimedOutInDemo)
  await startsAgain()
  await isBusy.stop()
})

journey.concurrent('issuing fails in the Confirmed Person flow', repeats, async ({ person, visit }) => {
  visit.tolerate(...serverAway, /status of (500|404)/, /^refused: (500|404)/)
  const { page } = visit
  const noOffer = await answers(visit, apiRoutes.offerCredential.path, broken(''))
  await person.isConfirmed('ACCEPT_CREDENTIAL')
  await isShown(page, title, errorTexts.issuanceFailed(errorTexts.issuanceFailedDefault))
  await person.comesTo('SETUP_START')
  expect(new URL(page.url()).pathname).toBe(confirmedPersonPath)
  await noOffer.stop()

  const isBusy = await answers(visit, apiRoutes.offerCredential.path, busy)
  await person.isConfirmed('ACCEPT_CREDENTIAL')
  await isShown(page, title, errorTexts.issuanceTimedOut)
  await person.comesTo('SETUP_START')
  await isBusy.stop()

  await answers(visit, apiRoutes.getCharacter.path.replace(':id', confirmedPersonSlug), unknown)
  await page.goto(confirmedPersonPath)
  await isShown(page, dialogTexts.noCharacterInFlow.title, dialogTexts.noCharacterInFlow.text)
  await person.comesTo('PICK_CHARACTER')
})

journey.concurrent('leaving, and coming without a character', async ({ person, visit }) => {
  const { page } = visit
  visit.tolerate(/404/)
  const leave = page.getByRole('banner').getByRole('button', { name: labels.leave })
  const asks = ({ title, text }: { title: string; text: string }) =>
    page.getByRole('alertdialog', { name: title, exact: true }).filter({ has: page.getByText(text, { exact: true }) })
  const answersWith = (dialog: { title: string; text: string }, answer: string) =>
    asks(dialog).getByRole('button', { name: answer, exact: true }).click()

  await person.onboards('Amina Bello', 'SETUP_START')
  await leave.click()
  await answersWith(dialogTexts.leaveFlow, labels.stay)
  await person.comesTo('SETUP_START')
  await leave.click()
  await answersWith(dialogTexts.leaveFlow, labels.leave)
  await person.isHome()

  await person.onboards('Amina Bello')
  await person.plays('Get the student price', 'CONNECTION')
  await leave.click()
  await answersWith(dialogTexts.leaveUseCase, labels.leave)
  await person.comesTo('/dashboard')
  await person.sees('You left this one. It begins again:')
  const start = person.useCase('Get the student price').getByRole('link', { name: labels.start })
  await start.and(page.locator(':focus')).waitFor()

  for (const path of ['/dashboard', '/uc/student-price']) {
    await page.evaluate(forgetsCharacter, persistedState.key)
    await page.goto(path)
    await isShown(page, dialogTexts.noCharacterPicked.title, dialogTexts.noCharacterPicked.text)
    await person.comesTo('PICK_CHARACTER')
    await person.onboards('Amina Bello')
  }
  await page.getByRole('button', { name: labels.leave }).click()
  await answersWith(dialogTexts.leaveCharacter, labels.leave)
  await person.isHome()
  const answer = await page.goto('/nowhere/at-all')
  expect(answer?.status()).toBe(404)
})
