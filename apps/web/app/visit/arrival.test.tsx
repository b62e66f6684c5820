import { confirmedPersonSlug } from '@lastmile/contracts/constants'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'
import { fetchCharacters, pickCharacter } from '../state/characters/characters-slice.ts'
import { storeWith, student } from '../store/store.fixture.ts'
import { Arrival } from './arrival.tsx'
import { onboardingCompleted } from './onboarding/onboarding-slice.ts'

afterEach(cleanup)

/** Opens /demo, with this state and search, after completed onboarding. */
async function arrives(state: unknown, slug?: string, search = '', isCompleted = true) {
  const { store } = storeWith({ getCharacters: () => [student] })
  await store.dispatch(fetchCharacters())
  await store.dispatch(pickCharacter(student.id))
  if (isCompleted) store.dispatch(onboardingCompleted())
  const router = createMemoryRouter(
    [
      { path: '/demo', element: <Arrival slug={slug}>the onboarding</Arrival> },
      { path: '/dashboard', element: 'the dashboard' },
    ],
    { initialEntries: [{ pathname: '/demo', search, state }] },
  )
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  )
  return { store, router }
}

describe('completed onboarding', () => {
  it('leads on to the dashboard', async () => {
    await arrives(null)
    await screen.findByText('the dashboard')
  })

  it('leads there from the page of the same character, too, and asks for another one', async () => {
    await arrives(null, student.id)
    await screen.findByText('the dashboard')
    cleanup()
    await arrives(null, confirmedPersonSlug)
    expect(screen.queryByText('the dashboard')).toBeNull()
  })

  it('opens again at the screen that hands out what is missing, stays open in this tab, and completed in the others', async () => {
    const { store, router } = await arrives({ screenId: 'ACCEPT_CREDENTIAL', returnTo: '/uc/library' })
    await screen.findByText('the onboarding')
    expect(store.getState().onboarding).toMatchObject({ onboardingStep: 'ACCEPT_CREDENTIAL', isCompleted: true })
    expect(router.state.location.state).toEqual({ isReopened: true, returnTo: '/uc/library' })
    cleanup()
    await arrives(router.state.location.state)
    await screen.findByText('the onboarding')
  })

  it('asks a visitor who wants to be somebody else, and stays or lets them pick', async () => {
    const { router } = await arrives(null, undefined, '?way=other')
    fireEvent.click(await screen.findByRole('button', { name: /^Stay/ }))
    await screen.findByText('the dashboard')
    cleanup()
    const other = await arrives(null, undefined, '?way=other')
    fireEvent.click(await screen.findByRole('button', { name: 'Switch' }))
    await screen.findByText('the onboarding')
    expect(other.store.getState()).toMatchObject({ characters: { currentCharacter: null } })
    expect([router, other.router].map(({ state }) => state.location.search)).toEqual(['', ''])
  })

  it('does not open at a screen that it does not have', async () => {
    await arrives({ screenId: 'GONE' })
    await screen.findByText('the dashboard')
  })
})

it('lets a visitor who has only picked a character pick another one at once', async () => {
  const { store, router } = await arrives(null, undefined, '?way=other', false)
  await screen.findByText('the onboarding')
  expect(store.getState().characters.currentCharacter).toBeNull()
  expect(router.state.location.search).toBe('')
})
