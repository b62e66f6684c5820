import type { Character, UseCase } from '@lastmile/contracts'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'
import { credentialFetched } from '../../exchanges/issuing/credentials-slice.ts'
import { useAppSelector } from '../../state/app-thunk.ts'
import { fetchCharacters, pickCharacter } from '../../state/characters/characters-slice.ts'
import { protocolChosen } from '../../state/demo-actions.ts'
import { callsOf, card, credentialRecord, storeWith, student } from '../../store/store.fixture.ts'
import { MissingCredentials } from './missing-credentials.tsx'
import { selectUseCaseCards } from './use-case-selectors.ts'

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

describe('a card of the other technology', () => {
  const laptop: UseCase = {
    ...useCase,
    id: 'laptop',
    screens: useCase.screens.map((screen) => ({
      ...screen,
      requestOptions: {
        title: 'Laptop',
        text: 'Laptop?',
        requestedCredentials: [{ name: 'Library Card' }, { name: 'Student Card' }],
      },
    })),
  }
  const withLaptop = { ...character, useCases: [...character.useCases, laptop] }

  /** The card of a use case for which the Student Card is AnonCreds and the Library Card SD-JWT. */
  async function showMixed() {
    const { store } = storeWith({ getCharacters: () => [withLaptop] })
    await store.dispatch(fetchCharacters())
    await store.dispatch(pickCharacter('student'))
    for (const [name, connection_id] of Object.entries({ 'Student Card': 'c7', 'Library Card': null })) {
      const record = credentialRecord(name, { connection_id, state: 'credential_issued' })
      store.dispatch(credentialFetched({ name, record }))
    }
    store.dispatch(protocolChosen('openid4vc'))
    const Shown = () => {
      const lock = useAppSelector(selectUseCaseCards).find((card) => card.useCase.id === 'laptop')?.lock
      return lock?.locked ? <MissingCredentials character={withLaptop} useCase={laptop} lock={lock} /> : null
    }
    const router = createMemoryRouter([{ path: '*', element: <Shown /> }], { initialEntries: ['/uc/laptop'] })
    const { container } = render(
      <Provider store={store}>
        <RouterProvider router={router} />
      </Provider>,
    )
    return { store, router, container }
  }

  it('is named with its technology and what it is asked for with, and is issued anew in the current one', async () => {
    const { store, router, container } = await showMixed()
    expect(container.textContent).toContain(
      'Your wallet holds it by DIDComm with AnonCreds. ShopEasy asks for it together with Library Card, by OpenID4VC',
    )
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
    fireEvent.click(screen.getByRole('button', { name: 'Get Student Card by OpenID4VC' }))
    expect(router.state.location).toMatchObject({
      pathname: '/demo',
      state: { screenId: 'CONNECT', returnTo: '/uc/laptop' },
    })
    expect(store.getState().credentials.issuedCredentials.map(({ name }) => name)).toEqual(['Library Card'])
  })

  it('is the other one after a switch, which the use case hands out', async () => {
    const { store, router, container } = await showMixed()
    fireEvent.click(screen.getByRole('button', { name: 'Or switch to DIDComm and get Library Card anew' }))
    expect(store.getState().preferences.protocol).toBe('didcomm')
    expect(container.textContent).toContain('Your wallet holds it by OpenID4VC with SD-JWT.')
    fireEvent.click(screen.getByRole('button', { name: 'Get Library Card by DIDComm' }))
    expect(router.state.location.pathname).toBe('/uc/join')
  })
})
