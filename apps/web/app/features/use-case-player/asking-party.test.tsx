import { readFileSync } from 'node:fs'
import { loadContent, resolveCharacter } from '@lastmile/content'
import { readUploadedCharacter } from '@lastmile/content/uploaded-character'
import { verifierOf } from '@lastmile/contracts/party-of-screen'
import { hasRole } from '@lastmile/contracts/screen-kinds'
import { parseUseCase } from '@lastmile/journey'
import { cleanup, render, waitFor } from '@testing-library/react'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { openConnection } from '../../exchanges/connecting/connection-thunks.ts'
import { onboardingScreenKey } from '../../exchanges/connecting/screen-key.ts'
import { fetchCharacters, pickCharacter } from '../../state/characters/characters-slice.ts'
import { connectionNews, invitation, proofRecord, storeWith } from '../../store/store.fixture.ts'
import { ExchangeStep } from './exchange-step.tsx'

afterEach(cleanup)

const shipped = loadContent('packages/content').characters.map((character) => resolveCharacter(character, new Date()))
const template = readUploadedCharacter(
  readFileSync('apps/web/public/character-template.json', 'utf8'),
  shipped,
  new Date(),
)
const characters = [...shipped, ...('character' in template ? [template.character] : [])]
const useCases = characters.flatMap((character) => character.useCases.map((useCase) => ({ character, useCase })))

/** Stands for a party without a picture. */
const ourIcon = '/icons/icon-192.png'

interface Introduction {
  my_label: string
  image_url: string
}

it.each(useCases)('$useCase.id asks in the name and with the picture that its page shows', async (played) => {
  const { character, useCase } = played
  const invited: Introduction[] = []
  /** As the wallet knows each party that asked: from its connection, or from the request itself. */
  const askers: (Introduction | undefined)[] = []
  const { store } = storeWith({
    getCharacters: () => characters,
    createInvite: ({ body }) => invitation(`c${invited.push(body as Introduction) - 1}`),
    getOrCreateCredDef: () => ({ state: 'ready', data: 'definition' }),
    requestProof: ({ body }) => {
      const { connection_id } = body as { connection_id: string }
      askers.push(invited[Number(connection_id.slice(1))])
      return proofRecord('p1')
    },
    requestProofOutOfBand: ({ body }) => {
      askers.push(body as Introduction)
      return { proof: proofRecord('p1'), proofUrl: '/?oob=p1', shortUrl: '/i/p1' }
    },
    getProof: () => proofRecord('p1'),
  })
  const connected = () => store.dispatch(connectionNews(`c${invited.length - 1}`, 'active'))
  await store.dispatch(fetchCharacters())
  await store.dispatch(pickCharacter(character.id))
  for (const { screenId, issuer_name: label } of character.onboarding) {
    if (label === undefined) continue
    await store.dispatch(openConnection({ screen: onboardingScreenKey(screenId), label, protocol: 'didcomm' }))
    connected()
  }

  const steps = parseUseCase(useCase)
  for (const [stepIndex, step] of steps.entries()) {
    if (!hasRole(step, 'connection') && !hasRole(step, 'proof')) continue
    const before = { invited: invited.length, askers: askers.length }
    const verifier = verifierOf(useCase, step.screen)
    render(
      <Provider store={store}>
        <MemoryRouter>
          <ExchangeStep
            {...played}
            step={step}
            steps={steps}
            stepIndex={stepIndex}
            verifier={verifier}
            onAdvance={() => {}}
            onLeave={() => {}}
          />
        </MemoryRouter>
      </Provider>,
    )
    if (hasRole(step, 'connection')) {
      await waitFor(() => expect(invited).toHaveLength(before.invited + 1))
      connected()
    } else {
      await waitFor(() => expect(askers).toHaveLength(before.askers + 1))
      expect(askers.at(-1)).toMatchObject({ my_label: verifier.name, image_url: verifier.icon ?? ourIcon })
    }
    cleanup()
  }
  expect(askers.length).toBeGreaterThan(0)
})
