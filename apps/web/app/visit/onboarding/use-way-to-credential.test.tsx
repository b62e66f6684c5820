// @vitest-environment happy-dom
import type { Character } from '@lastmile/contracts'
import { confirmedPersonPath, confirmedPersonSlug } from '@lastmile/contracts/constants'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { credentialFetched } from '../../exchanges/issuing/credentials-slice.ts'
import { fetchCharacters, pickCharacter } from '../../state/characters/characters-slice.ts'
import { callsOf, credentialRecord, student as someStudent, storeWith, studentCard } from '../../store/store.fixture.ts'
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
      {pathname} {state?.screenId} {state?.returnTo}
    </button>
  ) : (
    <p>no way</p>
  )
}

it.each([
  ['Student Card', '/demo ACCEPT_CREDENTIAL /uc/hotel'],
  ['Library Card', '/uc/library'],
  ['Nursing License', '/demo/nurse'],
  ['ConfirmedPerson', confirmedPersonPath],
])('leads a visitor who lacks %s to where it is issued', (credential, place) => {
  const { store } = storeWith({})
  store.dispatch(fetchCharacters.fulfilled([student, nurse], '', undefined))
  store.dispatch(pickCharacter('student'))
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={['/uc/hotel']}>
        <Way to={credential} />
      </MemoryRouter>
    </Provider>,
  )
  fireEvent.click(screen.getByRole('button'))
  expect(screen.getByRole('button').textContent?.trim()).toBe(place)
})

it.each([
  ['offers one that was received before anew, where the visitor is', 'Student Card', false, '/uc/hotel', 1],
  ['has one that was typed typed anew', 'Student Card', true, `${confirmedPersonPath} PERSON_INFORMATION /uc/hotel`, 0],
])('%s', async (_, name, isTyped, place, offers) => {
  const attributes = [{ name: 'family_name', value: 'Bello', ...(isTyped && { entry: { kind: 'date' as const } }) }]
  const screens = [
    { screenId: 'ACCEPT_CREDENTIAL', title: 'Get', text: 'Get.', credentials: [{ ...studentCard, attributes }] },
  ]
  const { store, call } = storeWith({
    getOrCreateCredDef: () => ({ state: 'ready', data: 'lmds:def:Student Card' }),
    offerCredential: () => credentialRecord('x2'),
  })
  const id = isTyped ? confirmedPersonSlug : 'student'
  store.dispatch(fetchCharacters.fulfilled([{ ...someStudent, id, onboarding: screens }], '', undefined))
  store.dispatch(pickCharacter(id))
  store.dispatch(credentialFetched({ name, record: credentialRecord('x1', { state: 'done' }) }))
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={['/uc/hotel']}>
        <Way to={name} />
      </MemoryRouter>
    </Provider>,
  )
  fireEvent.click(screen.getByRole('button'))
  await vi.waitFor(() => expect(callsOf(call, 'offerCredential')).toHaveLength(offers))
  expect(screen.getByRole('button').textContent?.trim()).toBe(place)
  expect(store.getState().credentials.issuedCredentials.map((entry) => entry.id)).toEqual(isTyped ? [] : ['x2'])
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
