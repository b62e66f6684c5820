import type { CredentialState } from '@lastmile/contracts'
import { labels } from '@lastmile/contracts/specified-texts'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { credentialFetched } from '../../exchanges/issuing/credentials-slice.ts'
import { fetchCharacters, pickCharacter } from '../../state/characters/characters-slice.ts'
import { messageReceived, protocolChosen } from '../../state/demo-actions.ts'
import { credentialRecord, proofRecord, storeWith, student } from '../../store/store.fixture.ts'
import { UseCasePlayer } from './use-case-player.tsx'

// Loading on demand may take as long as the machine needs.
beforeAll(() => import('./exchange-step.tsx'))
afterEach(cleanup)

it('has one LEAVE where START stands beside it', async () => {
  const useCase = student.useCases[0]
  if (!useCase) throw new Error('no use case')
  render(
    <Provider store={storeWith({}).store}>
      <MemoryRouter>
        <UseCasePlayer character={student} useCase={useCase} />
      </MemoryRouter>
    </Provider>,
  )
  expect(await screen.findByRole('button', { name: 'START' })).toBeDefined()
  expect(screen.getAllByRole('button', { name: 'LEAVE' })).toHaveLength(1)
})

it('leads forward to an answer that comes after the visitor has gone back', async () => {
  const requestOptions = { title: 'Check', text: 'Who?', requestedCredentials: [{ name: 'Student Card' }] }
  const verifier = { name: 'ShopEasy' }
  const useCase = {
    id: 'check',
    name: 'Check',
    hidden: false,
    screens: [
      { screenId: 'START', title: 'Welcome', text: '', verifier },
      { screenId: 'PROOF_OOB', title: 'Prove', text: 'Share the proof.', verifier, requestOptions },
    ],
  }
  const character = { ...student, useCases: [useCase] }
  const verified = { state: 'verified', verified: true } as const
  const { store } = storeWith({
    getCharacters: () => [character],
    getOrCreateCredDef: () => ({ data: 'lmds:def:Student Card', state: 'ready' }),
    requestProofOutOfBand: () => ({ proof: proofRecord('p1'), proofUrl: '/?oob=p', shortUrl: '/i/p' }),
    getProof: () => proofRecord('p1', verified),
    deleteProof: () => null,
  })
  await store.dispatch(fetchCharacters())
  await store.dispatch(pickCharacter('student'))
  render(
    <Provider store={store}>
      <MemoryRouter>
        <UseCasePlayer character={character} useCase={useCase} />
      </MemoryRouter>
    </Provider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'START' }))
  await waitFor(() => expect(store.getState().proof.id).toBe('p1'))
  fireEvent.click(screen.getByRole('button', { name: 'BACK' }))
  expect(screen.getByRole('heading', { name: 'Welcome' })).toBeTruthy()
  const news = {
    endpoint: 'present_proof',
    presentation_exchange_id: 'p1',
    connection_id: null,
    refusal: null,
  } as const
  await act(async () => void store.dispatch(messageReceived({ ...news, ...verified } as never)))
  expect(await screen.findByTestId('proof-verified')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'BACK' }))
  expect(screen.getByRole('heading', { name: 'Welcome' })).toBeTruthy()
})

it('folds what a refused step asked for, until it is tried again', async () => {
  const requestOptions = { title: 'Check', text: 'Who?', requestedCredentials: [{ name: 'Student Card' }] }
  const useCase = {
    id: 'check',
    name: 'Check',
    hidden: false,
    screens: [
      {
        screenId: 'PROOF_OOB',
        title: 'Prove',
        text: 'Share the proof.',
        verifier: { name: 'ShopEasy' },
        requestOptions,
      },
    ],
  }
  const character = { ...student, useCases: [useCase] }
  const refused = { state: 'abandoned', refusal: 'revoked', verified: false } as const
  const answers = [proofRecord('p1', refused), proofRecord('p2')]
  const { store } = storeWith({
    getCharacters: () => [character],
    getOrCreateCredDef: () => ({ data: 'lmds:def:Student Card', state: 'ready' }),
    requestProofOutOfBand: () => ({ proof: answers.shift(), proofUrl: '/?oob=p', shortUrl: '/i/p' }),
    deleteProof: () => null,
  })
  await store.dispatch(fetchCharacters())
  await store.dispatch(pickCharacter('student'))
  const has = (id: string, state: CredentialState) =>
    act(() => void store.dispatch(credentialFetched({ name: 'Student Card', record: credentialRecord(id, { state }) })))
  has('x1', 'credential_revoked')
  render(
    <Provider store={store}>
      <MemoryRouter>
        <UseCasePlayer character={character} useCase={useCase} />
      </MemoryRouter>
    </Provider>,
  )
  await screen.findByTestId('proof-refused')
  const isFolded = () => screen.getByText('Share the proof.').closest('details') !== null
  expect(isFolded()).toBe(true)
  has('x2', 'offer_sent')
  expect(screen.getByTestId('proof-refused')).toBeTruthy()
  expect(screen.getByRole('button', { name: labels.tryAgain }).classList).not.toContain('bg-forest')
  has('x2', 'done')
  expect(screen.queryByTestId('proof-refused')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: labels.tryAgain }))
  await waitFor(() => expect(isFolded()).toBe(false))
  expect(screen.queryByTestId('proof-refused')).toBeNull()
})

/** So many years ago, as in a condition. */
function yearsAgo(years: number): string {
  const [year = '', month, day] = new Date().toISOString().slice(0, 10).split('-')
  return `${Number(year) - years}${month}${day}`
}

it.each([
  ['didcomm', 'salary', undefined],
  ['openid4vc', 'salary', 'ShopEasy has to see “Salary” as well.'],
  ['openid4vc', 'date_of_birth', undefined],
] as const)('by %s, says of a condition on %s what has to be shown for it', async (protocol, name, said) => {
  const adult = { name, type: '<=', value: yearsAgo(18) } as const
  const predicates = name === 'salary' ? ({ name, type: '>=', value: 250_000 } as const) : adult
  const requestOptions = { title: 'Check', text: 'Who?', requestedCredentials: [{ name: 'Student Card', predicates }] }
  const verifier = { name: 'ShopEasy' }
  const text = 'Your wallet keeps it.'
  const screens = [
    { screenId: 'START', title: 'Welcome', text: '', verifier },
    { screenId: 'INFO', title: 'How much', text, verifier },
    { screenId: 'PROOF_OOB', title: 'Prove', text, verifier, requestOptions },
  ]
  const useCase = { id: 'check', name: 'Check', hidden: false, screens }
  const { store } = storeWith({})
  store.dispatch(protocolChosen(protocol))
  render(
    <Provider store={store}>
      <MemoryRouter>
        <UseCasePlayer character={{ ...student, useCases: [useCase] }} useCase={useCase} />
      </MemoryRouter>
    </Provider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'START' }))
  const shown = (await screen.findByText(text, { exact: false })).textContent
  expect(shown).toBe(
    said ? `${text} With SD-JWT, the technology that you chose, a value can’t be compared unseen: ${said}` : text,
  )
})
