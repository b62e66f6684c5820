import { setTimeout as pause } from 'node:timers/promises'
import { type ApiAnswer, apiRoutes, confirmedPersonSlug } from '@lastmile/contracts'
import type { ProductServer } from './server.ts'

const registrationTimeoutMs = 300_000

/**
 * Resolves when the credential definitions of all characters are made, which a new server does in the background for
 * a minute or two. Rejects when one can’t be made, or after five minutes.
 */
export async function shippedDefinitionsMade({ origin }: Pick<ProductServer, 'origin'>): Promise<void> {
  const listed = await fetch(origin + apiRoutes.getCharacters.path)
  // Hidden, so that the list leaves it out.
  const hidden = await fetch(origin + apiRoutes.getCharacter.path.replace(':id', confirmedPersonSlug))
  const characters = [
    ...((await listed.json()) as ApiAnswer<'getCharacters'>),
    (await hidden.json()) as ApiAnswer<'getCharacter'>,
  ]
  const cookie = listed.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  const screens = characters.flatMap(({ onboarding, useCases }) => [
    ...onboarding,
    ...useCases.flatMap((useCase) => useCase.screens),
  ])
  const giveUpAt = Date.now() + registrationTimeoutMs
  for (const credential of screens.flatMap(({ credentials = [] }) => credentials)) {
    for (let ready = false; !ready; ) {
      const answer = await fetch(origin + apiRoutes.getOrCreateCredDef.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify({ credential }),
      })
      ready = answer.status === 200
      if (!ready && (answer.status !== 202 || Date.now() > giveUpAt)) {
        throw new Error(
          `The definition of ${credential.name} could not be made: ${answer.status} ${await answer.text()}`,
        )
      }
      await answer.body?.cancel()
      if (!ready) await pause(200)
    }
  }
}
