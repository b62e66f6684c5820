import type { Character, CredentialToIssue, Wallet } from '@lastmile/contracts'
import { configureStore } from '@reduxjs/toolkit'
import { act, cleanup, fireEvent, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router'
import { vi } from 'vitest'
import type { RootState } from '../state/root-state.ts'
import { createStore } from '../store/store.ts'
import { liveRegion } from '../ui/announce.ts'
import { content, strayTexts } from './pseudo.fixture.ts'

export const card: CredentialToIssue = {
  name: content('Student Card'),
  version: '2.0',
  revocable: true,
  attributes: [
    { name: 'first_name', label: content('First name'), value: content('Amina') },
    { name: 'expiry_date', label: content('Valid until'), value: '20300131' },
    { name: 'level', label: content('Level'), value: '2' },
  ],
}

const verifier = { name: content('Cool Clothes') }
const screen = (screenId: string) => ({ screenId, title: content(`About ${screenId}`), text: content('What to do.') })
const request = {
  ...screen('PROOF'),
  verifier,
  requestOptions: {
    title: content('Student'),
    text: content('Please'),
    requestedCredentials: [
      {
        name: card.name,
        properties: ['first_name'],
        predicates: [
          { name: 'expiry_date', type: '>=' as const, value: '20290101' },
          { name: 'level', type: '<' as const, value: 3 },
        ],
        nonRevoked: true,
      },
    ],
  },
}

export const useCaseId = 'discount'

/** A character with a screen of every kind, in letters that are not Latin. */
export const character: Character = {
  id: 'student',
  name: content('Amina'),
  type: content('Student'),
  image: '/a.svg',
  hidden: false,
  description: content('Studies.'),
  onboarding: [
    screen('PICK_CHARACTER'),
    screen('SETUP_START'),
    screen('CHOOSE_WALLET'),
    { ...screen('CONNECT'), issuer_name: content('Unity College') },
    { ...screen('ACCEPT_CREDENTIAL'), credentials: [card] },
    screen('GENERIC'),
    screen('UNHEARD_OF'),
    screen('SETUP_COMPLETED'),
  ],
  progressBar: [
    { name: content('Begin'), onboardingStep: 'PICK_CHARACTER', iconLight: '/l.svg', iconDark: '/d.svg' },
    { name: content('Connect'), onboardingStep: 'CONNECT', iconLight: '/l.svg', iconDark: '/d.svg' },
    { name: content('Done'), onboardingStep: 'SETUP_COMPLETED', iconLight: '/l.svg', iconDark: '/d.svg' },
  ],
  useCases: [
    {
      id: useCaseId,
      name: content('Discount'),
      hidden: false,
      screens: [
        screen('START'),
        screen('INFO'),
        { ...screen('CONNECTION'), verifier },
        { ...screen('CREDENTIAL'), credentials: [card] },
        request,
        { ...request, screenId: 'PROOF_OOB' },
        screen('UNHEARD_OF'),
        screen('STEP_END'),
        screen('END'),
      ],
    },
  ],
  revocationInfo: [{ credentialName: card.name, title: content('Lost'), description: content('Lost on a bus.') }],
}

export const wallet: Wallet = {
  id: 'wallet',
  name: content('Pocket'),
  icon: '/w.svg',
  organization: content('Makers'),
  recommended: true,
  url: 'https://example.org',
  apple: 'https://example.org/a',
  android: 'https://example.org/g',
  deepLinkScheme: 'didcomm',
}

/** What differs from a visit that has just begun. */
export type Changes = { [Slice in keyof RootState]?: Partial<RootState[Slice]> }

const untouched = createStore({ call: () => new Promise(() => {}) }).getState()

/** A store that stays as it is, whatever a screen asks for. */
function storeOf(changes: Changes) {
  const state = {
    ...untouched,
    characters: { ...untouched.characters, characters: [character], isListed: true, currentCharacter: character.id },
  }
  for (const [slice, changed] of Object.entries(changes)) {
    Object.assign(state, { [slice]: { ...state[slice as keyof RootState], ...changed } })
  }
  return configureStore({
    reducer: () => state,
    middleware: (defaults) =>
      defaults({
        thunk: { extraArgument: { call: () => new Promise(() => {}) } },
        serializableCheck: false,
        immutableCheck: false,
      }),
  })
}

function show(page: ReactNode, changes: Changes, path: string) {
  cleanup()
  document.title = ''
  render(
    <Provider store={storeOf(changes)}>
      <MemoryRouter initialEntries={[path]}>
        {page}
        <p {...liveRegion('polite')} />
        <p {...liveRegion('assertive')} />
      </MemoryRouter>
    </Provider>,
  )
}

const later = () => act(() => vi.advanceTimersByTimeAsync(12_000))

/**
 * The words of a screen that no catalog and no content brought: as it is shown, after a while, and with each of its
 * buttons pressed.
 */
export async function wordsLeftBehind(page: ReactNode, changes: Changes = {}, path = '/'): Promise<string[]> {
  show(page, changes, path)
  const found = strayTexts()
  await later()
  found.push(...strayTexts())
  const count = document.querySelectorAll('button').length
  for (let index = 0; index < count; index += 1) {
    show(page, changes, path)
    await later()
    const button = document.querySelectorAll('button')[index]
    if (!button) continue
    await act(async () => fireEvent.click(button))
    found.push(...strayTexts())
  }
  return [...new Set(found)]
}
