// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { credentialsHeld } from '../../exchanges/issuing/credentials-slice.ts'
import { fetchCharacters, pickCharacter } from '../../state/characters/characters-slice.ts'
import { storeWith, student } from '../../store/store.fixture.ts'
import { onboardingStepSet } from '../../visit/onboarding/onboarding-slice.ts'
import { useStepNavigation } from './use-step-navigation.ts'

afterEach(cleanup)

function Finish() {
  const { goNext } = useStepNavigation()
  const { pathname } = useLocation()
  return (
    <button type="button" onClick={() => goNext('next')}>
      {pathname}
    </button>
  )
}

it.each([
  ['the dashboard', undefined, '/dashboard'],
  ['the use case that wanted a credential', { returnTo: '/uc/discount' }, '/uc/discount'],
])('ends on %s', (_, state, page) => {
  const { store } = storeWith({})
  store.dispatch(fetchCharacters.fulfilled([student], '', undefined))
  store.dispatch(pickCharacter('student'))
  store.dispatch(credentialsHeld(['Student Card']))
  store.dispatch(onboardingStepSet('SETUP_COMPLETED'))
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[{ pathname: '/demo', state }]}>
        <Finish />
      </MemoryRouter>
    </Provider>,
  )
  fireEvent.click(screen.getByRole('button'))
  expect(screen.getByRole('button').textContent).toBe(page)
})
