// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { fetchCharacters } from '../../state/characters/characters-slice.ts'
import { callsOf, storeWith, student } from '../../store/store.fixture.ts'
import { OnboardingSteps } from './onboarding-steps.tsx'

afterEach(cleanup)

it('fetches the wallets before the step that lists them, since a list that arrives late moves its buttons', async () => {
  const { store, call } = storeWith({ getWallets: () => [] })
  store.dispatch(fetchCharacters.fulfilled([student], '', undefined))
  await act(async () => {
    render(
      <Provider store={store}>
        <MemoryRouter>
          <OnboardingSteps upload={null} />
        </MemoryRouter>
      </Provider>,
    )
  })
  expect(callsOf(call, 'getWallets')).toHaveLength(1)
})
