// @vitest-environment node
import { loadContent, resolveCharacter } from '@lastmile/content'
import { parseUseCase } from '@lastmile/journey'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { StepBody } from './step-body.tsx'

const characters = loadContent().characters.map((character) => resolveCharacter(character, new Date()))
const useCases = characters
  .filter(({ hidden }) => !hidden)
  .flatMap((character) => character.useCases.map((useCase) => ({ character, useCase })))

it.each(useCases)('$useCase.id begins without the name of the visitor, which nobody has proved yet', (played) => {
  const steps = parseUseCase(played.useCase)
  const step = steps.find(({ kind }) => kind === 'START')
  if (!step) throw new Error('no START')
  const verifier = { name: 'Unity College' }
  const page = renderToStaticMarkup(
    <StepBody {...played} {...{ step, steps, verifier }} stepIndex={0} onAdvance={() => {}} />,
  )
  expect(page).toContain('Welcome')
  for (const name of played.character.name.split(' ')) expect(page).not.toContain(name)
})
