// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { completedUseCase } from '../state/demo-actions.ts'
import { storeWith } from '../store/store.fixture.ts'
import { onboardingCompleted, onboardingStepSet } from './onboarding/onboarding-slice.ts'
import { stepSet } from './use-cases/section-slice.ts'
import { openedUseCase } from './use-cases/use-cases-slice.ts'
import { useVisitPlace } from './use-visit-place.ts'

afterEach(cleanup)

function Place() {
  const { path = 'none', step } = useVisitPlace()
  return <p title={step}>{path}</p>
}

it('names the page of the onboarding or use case under way, and tells its steps apart', () => {
  const { store } = storeWith({})
  render(
    <Provider store={store}>
      <MemoryRouter>
        <Place />
      </MemoryRouter>
    </Provider>,
  )
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
