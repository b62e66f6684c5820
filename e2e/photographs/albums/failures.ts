import { apiRoutes } from '@lastmile/contracts/api-routes'
import { persistedState } from '@lastmile/contracts/site'
import { dialogTexts, errorTexts, labels } from '@lastmile/contracts/specified-texts'
import { forgetsCharacter, serverAway } from '../../browser.ts'
import { builtFile } from '../../built-file.ts'
import { issuingText, provingText } from '../../shown-texts.ts'
import type { Album } from '../album.ts'

/** The texts for something that fails, is declined or is not there. */
export const failures: Album = {
  name: 'failures',
  photograph: async ({ person, visit, wallet, take }) => {
    const { page, context } = visit
    visit.tolerate(...serverAway, /404|500|502/)
    const failure = { status: 500, json: { error: { code: 'internal', message: '' } } }
    await context.route(`**${apiRoutes.getCharacters.path}`, (route) => route.fulfill(failure))
    await page.goto('/demo')
    await page.getByRole('button', { name: labels.tryAgain }).waitFor()
    await take('characters that cannot be fetched')
    await context.unroute(`**${apiRoutes.getCharacters.path}`)
    await person.presses(labels.tryAgain)

    await person.onboards('Amina Bello', 'SETUP_START')
    const definitions = `**${apiRoutes.getOrCreateCredDef.path}`
    await context.route(definitions, (route) => route.fulfill(failure))
    await person.onboards('Amina Bello', 'ACCEPT_CREDENTIAL')
    await person.sees(errorTexts.credentialDefinition(''))
    await take('definition that cannot be fetched')
    await context.unroute(definitions)
    wallet.policies.offers = 'decline'
    await page.reload()
    await person.onboards('Amina Bello', 'ACCEPT_CREDENTIAL')
    await person.sees(issuingText('refused.declined', 'Student Card'))
    await take('declined offer')
    await wallet.goOffline('unreachable')
    wallet.policies.offers = 'accept'
    await person.presses(labels.tryAgain)
    await person.sees(errorTexts.issuanceTimedOutInDemo, 15_000)
    await take('wallet out of reach')
    await wallet.comeBack()
    await person.presses('Keep trying')
    await person.onboards('Amina Bello')

    const step = `**${builtFile('app/features/use-case-player/exchange-step.tsx')}`
    await context.route(step, (route) => route.abort())
    await person.plays('Get the student price', 'CONNECTION')
    await person.sees('Opening this step.')
    await take('step of a use case that is being fetched')
    await person.sees('This part can’t be opened just now.', 45_000)
    await take('step of a use case that cannot be fetched')
    await context.unroute(step)

    wallet.policies.proofRequests = 'decline'
    await Promise.all([page.waitForEvent('load'), person.presses('Reload')])
    await person.playsOn('PROOF')
    await person.sees(provingText('ended'))
    await take('declined proof')
    await page.goto('/uc/nothing')
    await person.seesHeading('There is no such use case.')
    await take('unknown use case')

    await page.goto('/dashboard')
    await person.revokes('Student Card')
    await page.getByText('Revoked', { exact: true }).waitFor()
    await take('dashboard with a revoked credential')
    await page.goto('/uc/join-the-library')
    await person.seesHeading('Join the public library')
    await take('use case whose credential is revoked')
    await page.evaluate(forgetsCharacter, persistedState.key)
    await page.goto('/dashboard')
    await page.getByRole('alertdialog', { name: dialogTexts.noCharacterPicked.title }).waitFor()
    await take(`dashboard without a character: ${dialogTexts.noCharacterPicked.title}`)
  },
}
