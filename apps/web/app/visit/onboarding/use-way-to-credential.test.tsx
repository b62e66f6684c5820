// @vitest-environment happy-dom
import type { Character } from '@lastmile/contracts'
import { confirmedPersonPath } from '@lastmile/contracts/constants'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { fetchCharacters, pickCharacter } from '../../state/characters/characters-slice.ts'
import { storeWith } from '../../store/store.fixture.ts'
import { useWayToCredential } from './use-way-to-credential.ts'

afterEach(cleanup)

const issuing = (id: string, screenId: string, credential: string, useCases: unknown[] = []) =>
  ({ id, onboarding: [{ screenId, credentials: [{ name: credential }] }], useCases }) as unknown as Character

const student = issuing('student', 'ACCEPT_CREDENTIAL', 'Student Card', [
  { id: 'library', name: 'Library', screens: [{ credentials: [{ name: 'Library Card' }] }] },
])
const nurse = issuing('nurse', 'ACCEPT_CREDENTIAL', 'Nursing License')

function Way({ to }: { to: string }) {
  const way = useWayToCredential()(to)
  const { pathname, state } = useLocation()
  return way ? (
    <button type="button" onClick={way.go}>
      {pathname} {state?.screenId}
    </button>
  ) : (
    <p>no way</p>
  )
}

it.each([
  ['Student Card', '/demo ACCEPT_CREDENTIAL'],
  ['Library Card', '/uc/library'],
  ['Nursing License', '/demo/nurse'],
  ['ConfirmedPerson', confirmedPersonPath],
])('leads a visitor who lacks %s to where it is issued', (credential, place) => {
  const { store } = storeWith({})
  store.dispatch(fetchCharacters.fulfilled([student, nurse], '', undefined))
  store.dispatch(pickCharacter('student'))
  render(
    <Provider store={store}>
      <MemoryRouter>
        <Way to={credential} />
      </MemoryRouter>
    </Provider>,
  )
  fireEvent.click(screen.getByRole('button'))
  expect(screen.getByRole('button').textContent?.trim()).toBe(place)
})

it('knows no way to a credential that is not issued here', () => {
  render(
    <Provider store={storeWith({}).store}>
      <MemoryRouter>
        <Way to="Passport" />
      </MemoryRouter>
    </Provider>,
  )
  expect(screen.getByText('no way')).toBeTruthy()
})
