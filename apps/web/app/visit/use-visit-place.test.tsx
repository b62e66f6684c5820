// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { fetchCharacters, pickCharacter } from '../state/characters/characters-slice.ts'
import { completedUseCase } from '../state/demo-actions.ts'
import { storeWith, student } from '../store/store.fixture.ts'
import { onboardingCompleted, onboardingStepSet } from './onboarding/onboarding-slice.ts'
import { stepSet } from './use-cases/section-slice.ts'
import { openedUseCase } from './use-cases/use-cases-slice.ts'
import { useVisitPlace } from './use-visit-place.ts'

afterEach(cleanup)

const kinds = ['START', 'CONNECTION', 'INFO', 'PROOF', 'END']
const requestOptions = { title: 'x', text: 'x', requestedCredentials: [{ name: 'Student Card', properties: ['x'] }] }
const parts = { title: 'x', text: 'x', verifier: { name: 'Shop' }, requestOptions }
const screens = kinds.map((screenId) => ({ screenId, ...parts }))
const playing = { ...student, useCases: [{ id: 'gate', name: 'Gate', hidden: false, screens }] }

function Place() {
  const { path = 'none', step, isQuiet } = useVisitPlace()
  return (
    <p title={step} data-quiet={isQuiet}>
      {path}
    </p>
  )
}

const show = (store: ReturnType<typeof storeWith>['store'], path = '/') =>
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[path]}>
        <Place />
      </MemoryRouter>
    </Provider>,
  )

it('names the page of the onboarding or use case under way, and tells its steps apart', () => {
  const { store } = storeWith({})
  show(store)
  const steps = new Set<string>()
  const opened = openedUseCase({ slug: 'shop', screenCount: 3, resumes: false })
  for (const [action, path] of [
    [undefined, 'none'],
    [onboardingStepSet('CONNECT'), '/demo'],
    [onboardingStepSet('ACCEPT_CREDENTIAL'), '/demo'],
    [onboardingCompleted(), 'none'],
    [opened, '/uc/shop'],
    [stepSet(1), '/uc/shop'],
    [completedUseCase({ slug: 'shop' }), 'none'],
  ] as const) {
    if (action) act(() => void store.dispatch(action))
    const place = screen.getByText(path)
    steps.add(place.title)
  }
  expect(steps.size).toBeGreaterThanOrEqual(5)
})

it('is quiet at the screens of a use case that offer and ask nothing', async () => {
  const { store } = storeWith({ getCharacters: () => [playing] })
  await store.dispatch(fetchCharacters())
  await store.dispatch(pickCharacter(playing.id))
  show(store)
  act(() => void store.dispatch(openedUseCase({ slug: 'gate', screenCount: kinds.length, resumes: false })))
  const isQuiet = kinds.map((_, index) => {
    act(() => void store.dispatch(stepSet(index)))
    return screen.getByText('/uc/gate').dataset.quiet === 'true'
  })
  expect(isQuiet).toEqual([true, false, true, false, true])
})

it('is quiet on the dashboard, where nothing comes by itself', () => {
  const { store } = storeWith({})
  show(store, '/dashboard')
  act(() => void store.dispatch(onboardingCompleted()))
  expect(screen.getByText('none').dataset.quiet).toBe('true')
})
