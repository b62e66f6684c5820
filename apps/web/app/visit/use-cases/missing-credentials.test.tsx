import type { Character, UseCase } from '@lastmile/contracts'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'
import { credentialFetched } from '../../exchanges/issuing/credentials-slice.ts'
import { fetchCharacters, pickCharacter } from '../../state/characters/characters-slice.ts'
import { callsOf, card, credentialRecord, storeWith, student } from '../../store/store.fixture.ts'
import { MissingCredentials } from './missing-credentials.tsx'

afterEach(cleanup)

const character: Character = {
  ...student,
  useCases: [
    {
      id: 'join',
      name: 'Join the library',
      hidden: false,
      screens: [
        {
          screenId: 'CREDENTIAL',
          title: 'Get',
          text: 'Get.',
          issuer_name: 'City Library',
          credentials: [card('Library Card')],
        },
      ],
    },
  ],
}

const useCase: UseCase = {
  id: 'price',
  name: 'Price',
  hidden: false,
  screens: [
    {
      screenId: 'PROOF',
      title: 'Prove',
      text: 'Prove.',
      verifier: { name: 'ShopEasy' },
      requestOptions: {
        title: 'Price',
        text: 'Price?',
        requestedCredentials: [{ name: 'Student Card', nonRevoked: true }],
      },
    },
  ],
}

async function show(because: 'missing' | 'revoked', ...credentials: string[]) {
  const { store, call } = storeWith({
    getCharacters: () => [character],
    getOrCreateCredDef: () => ({ state: 'ready', data: 'lmds:def:Student Card' }),
    offerCredential: () => credentialRecord('x2', { connection_id: 'c7' }),
  })
  await store.dispatch(fetchCharacters())
  await store.dispatch(pickCharacter('student'))
  if (because === 'revoked') {
    const record = credentialRecord('x1', { connection_id: 'c7', state: 'credential_revoked', revoked: true })
    store.dispatch(credentialFetched({ name: 'Student Card', record }))
  }
  const lock = { locked: true, because, credentials } as const
  const router = createMemoryRouter(
    [
      { path: '/dashboard', element: <MissingCredentials character={character} useCase={useCase} lock={lock} /> },
      { path: '*', element: null },
    ],
    { initialEntries: ['/dashboard'] },
  )
  const { container } = render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  )
  return { router, container, call }
}

describe('a missing credential', () => {
  it('is named with its issuer, and leads to the use case that hands it out', async () => {
    const { container } = await show('missing', 'library_card')
    expect(container.textContent).toContain('Library Card from City Library')
    expect(container.textContent).toContain('You receive it in “Join the library”.')
    expect(screen.getByRole('link', { name: 'Get Library Card' }).getAttribute('href')).toBe('/uc/join')
  })

  it('leads back to its screen of the onboarding', async () => {
    const { container, router } = await show('missing', 'Student Card')
    expect(container.textContent).toContain('Student Card from Unity College')
    fireEvent.click(screen.getByRole('button', { name: 'Get Student Card' }))
    expect(router.state.location).toMatchObject({ pathname: '/demo', state: { screenId: 'ACCEPT_CREDENTIAL' } })
  })

  it('that is not issued here is shown as such', async () => {
    const { container } = await show('missing', 'Passport')
    expect(container.textContent).toContain('Nobody here issues it')
  })

  it('that is revoked says who did it, and is offered anew over its own connection', async () => {
    const { container, call, router } = await show('revoked', 'Student Card')
    expect(container.textContent).toContain('Unity College has revoked it.')
    expect(screen.getByRole('button', { name: 'Show it to ShopEasy anyway' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Get a new Student Card' }))
    expect(await screen.findByText(/Waiting for your wallet/)).toBeTruthy()
    expect(callsOf(call, 'offerCredential')).toMatchObject([['offerCredential', { body: { connection_id: 'c7' } }]])
    expect(router.state.location.pathname).toBe('/dashboard')
  })
})
