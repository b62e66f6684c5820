// @vitest-environment node
import { loadContent, resolveCharacter } from '@lastmile/content'
import type { Character } from '@lastmile/contracts'
import { parseUseCase } from '@lastmile/journey'
import { renderToStaticMarkup } from 'react-dom/server'
import { Provider } from 'react-redux'
import { expect, it } from 'vitest'
import { storeWith } from '../../store/store.fixture.ts'
import { StepBody } from './step-body.tsx'

const characters = loadContent().characters.map((character) => resolveCharacter(character, new Date()))
const useCases = characters.flatMap((character) => character.useCases.map((useCase) => ({ character, useCase })))

/** Of Confirmed Person, the example's: the character has the credential's name. */
const personOf = ({ name, hidden, onboarding }: Character) =>
  hidden
    ? onboarding
        .flatMap(({ credentials = [] }) => credentials.flatMap(({ attributes }) => attributes))
        .flatMap((attribute) => (/^(family|given)_names?$/.test(attribute.name) ? attribute.value.split(' ') : []))
    : name.split(' ')

it.each(useCases)('$useCase.id begins without the name of the visitor, which nobody has proved yet', (played) => {
  const steps = parseUseCase(played.useCase)
  const step = steps.find(({ kind }) => kind === 'START')
  if (!step) throw new Error('no START')
  const verifier = { name: 'Unity College' }
  const page = renderToStaticMarkup(
    <Provider store={storeWith({}).store}>
      <StepBody
        {...played}
        step={step}
        steps={steps}
        verifier={verifier}
        stepIndex={0}
        onAdvance={() => {}}
        onLeave={() => {}}
      />
    </Provider>,
  )
  expect(page).toContain('Welcome')
  const names = personOf(played.character)
  expect(names.length).toBeGreaterThan(1)
  for (const name of names) expect(page).not.toContain(name)
})
