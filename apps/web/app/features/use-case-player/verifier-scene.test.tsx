import { loadContent, resolveCharacter } from '@lastmile/content'
import type { UseCase } from '@lastmile/contracts'
import { parseUseCase, receiptOf } from '@lastmile/journey'
import { cleanup, render, screen, within } from '@testing-library/react'
import { Provider } from 'react-redux'
import { describe, expect, it } from 'vitest'
import { stateRestored } from '../../state/demo-actions.ts'
import { storeWith } from '../../store/store.fixture.ts'
import { receiptMade } from '../../visit/use-cases/use-cases-slice.ts'
import { sceneOf, useSceneState, VerifierScene } from './verifier-scene.tsx'

const characters = loadContent('packages/content').characters.map((character) =>
  resolveCharacter(character, new Date()),
)
const useCases = characters.flatMap((character) => character.useCases.map((useCase) => ({ character, useCase })))
const price = useCases.find(({ useCase }) => useCase.id === 'student-price')
if (!price) throw new Error('no student price')
const steps = parseUseCase(price.useCase)
const [proving, ending] = ['PROOF', 'END'].map((kind) => steps.findIndex((step) => step.kind === kind)) as [
  number,
  number,
]

type Facts = Parameters<typeof useSceneState>[3]

function Scene({ useCase, stepIndex, proof }: { useCase: UseCase; stepIndex: number; proof?: Facts['proof'] }) {
  const state = useSceneState(useCase, steps, stepIndex, { meeting: undefined, credentials: [], proof })
  return <VerifierScene scene={sceneOf(useCase, 'ShopEasy')} state={state} />
}

/** The words of ShopEasy's page. */
function shown(
  stepIndex: number,
  proof?: Facts['proof'],
  { isKept = false, isAnswered = false, useCase = price?.useCase } = {},
) {
  if (!price || !useCase) throw new Error('no use case')
  const options = steps[proving]?.screen.requestOptions
  if (!options) throw new Error('no request')
  const made = { id: 'p1', at: new Date().toISOString(), exchanges: [], protocol: 'didcomm', options } as const
  const receipt = receiptOf({ ...made, ...price, verifier: { name: 'ShopEasy' } })
  const { store } = storeWith({})
  if (isKept) store.dispatch(receiptMade(receipt))
  const position = { stepCount: proving - 1, proofId: null, answered: { [proving]: { id: 'p1', refusal: null } } }
  if (isAnswered) store.dispatch(stateRestored({ positions: { bySlug: { [useCase.id]: position } } }))
  render(
    <Provider store={store}>
      <Scene useCase={useCase} stepIndex={stepIndex} proof={proof} />
    </Provider>,
  )
  return screen.getByTestId('scene')
}

const proof = (state: NonNullable<Facts['proof']>['state'], verified: boolean | null): Facts['proof'] => ({
  state,
  verified,
})

describe('the page of a verifier', () => {
  it.each<[string, number, Facts['proof'], string, string | null]>([
    ['before it asks', proving - 1, undefined, 'Students pay 15% less.', null],
    ['while it waits', proving, proof('request_sent', null), 'Students pay 15% less.', null],
    ['as the proof is verified', proving, proof('verified', true), 'Student price applied', '₦7,140'],
    ['as it is refused', proving, proof('done', false), 'No student price', null],
    ['as it is declined', proving, proof('abandoned', null), 'No student price', null],
    ['at the end without a proof', ending, undefined, 'No student price', null],
  ])('shows what becomes of its thing %s', (_, stepIndex, facts, text, price) => {
    const scene = shown(stepIndex, facts)
    expect(scene.textContent).toContain(text)
    expect(scene.querySelector('s')?.textContent ?? null).toBe(price && 'Before: ₦8,400')
    if (price) expect(within(scene).getByText(price)).toBeTruthy()
  })

  it('keeps what the proof has changed to the end, and on the way back', () => {
    expect(shown(ending, undefined, { isKept: true }).textContent).toContain('₦7,140')
    cleanup()
    expect(shown(proving - 1, undefined, { isKept: true, isAnswered: true }).textContent).toContain('₦7,140')
    cleanup()
    expect(shown(proving - 1, undefined, { isKept: true }).textContent).toContain('Students pay 15% less.')
  })

  it('says yes or no where content has no scene', () => {
    const { scenes: _, ...useCase } = price.useCase
    const scene = shown(proving, proof('verified', true), { useCase })
    expect(scene.textContent).toContain('Yes')
    // Only an amount is compared with the one before.
    expect(scene.querySelector('s')).toBeNull()
  })
})

it.each(useCases)('$useCase.id shows what each of its answers changes', ({ useCase }) => {
  const asked = useCase.screens.filter(({ requestOptions }) => requestOptions)
  expect(asked).not.toEqual([])
  for (const { verifier, requestOptions } of asked) {
    const scene = useCase.scenes?.find((each) => each.verifier === verifier?.name)
    expect(scene?.refused).toBeDefined()
    expect(scene?.accepted === undefined).toBe(requestOptions?.expectRefusal === true)
  }
})
