import type { CredentialState, SharedState, UseCaseScreen } from '@lastmile/contracts'
import { labels } from '@lastmile/contracts/specified-texts'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { credentialFetched } from '../../exchanges/issuing/credentials-slice.ts'
import { fetchCharacters, pickCharacter } from '../../state/characters/characters-slice.ts'
import { messageReceived, protocolChosen, stateRestored } from '../../state/demo-actions.ts'
import { credentialRecord, proofRecord, storeWith, student } from '../../store/store.fixture.ts'
import { sharedOf } from '../../visit/persistence/kept-state.ts'
import { stepSet } from '../../visit/use-cases/section-slice.ts'
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

it.each(['PROOF_OOB', 'PROOF'])(
  'shows the outcome of %s again, after BACK and a reload, until asked anew',
  async (id) => {
    const requirement = { name: 'Student Card', properties: ['family_name'] }
    const requestOptions = { title: 'Check', text: 'Who?', requestedCredentials: [requirement] }
    const verifier = { name: 'ShopEasy' }
    const screens = [
      { screenId: 'START', title: 'Welcome', text: '', verifier },
      { screenId: id, title: 'Prove', text: 'Share the proof.', verifier, requestOptions },
      { screenId: 'END', title: 'Done', text: '', verifier },
    ]
    const useCase = { id: 'check', name: 'Check', hidden: false, screens }
    const character = { ...student, useCases: [useCase] }
    const calls: string[] = []
    const ask = (name: string) => ({
      proof: proofRecord(`p${calls.push(name)}`, {
        state: 'verified',
        verified: true,
        presentation: {
          requested_proof: {
            revealed_attrs: {},
            revealed_attr_groups: { 'Student Card': { values: { family_name: { raw: 'Bello' } } } },
            predicates: {},
          },
        },
      }),
      proofUrl: '/?oob=p',
      shortUrl: '/i/p',
    })
    const answers = {
      getCharacters: () => [character],
      getOrCreateCredDef: () => ({ data: 'lmds:def:Student Card', state: 'ready' }),
      requestProofOutOfBand: () => ask('asked'),
      deleteProof: () => {
        calls.push('deleted')
        return null
      },
    }
    const opened = async (kept?: SharedState) => {
      const { store } = storeWith(answers)
      if (kept) store.dispatch(stateRestored({ ...kept, section: { sectionCount: 3, stepCount: 2, proofId: null } }))
      await store.dispatch(fetchCharacters())
      await store.dispatch(pickCharacter('student'))
      render(
        <Provider store={store}>
          <MemoryRouter>
            <UseCasePlayer character={character} useCase={useCase} />
          </MemoryRouter>
        </Provider>,
      )
      return store
    }
    const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

    const store = await opened()
    await press('START')
    await screen.findByTestId('proof-verified')
    expect(screen.queryByRole('button', { name: 'Ask again' })).toBeNull()
    await press('NEXT')
    await press('BACK')
    expect(await screen.findByText('Bello')).toBeTruthy()
    expect(screen.getByTestId('receipt')).toBeTruthy()
    await press('BACK')
    await press('START')
    expect(await screen.findByText('Bello')).toBeTruthy()
    expect(calls).toEqual(['asked', 'deleted'])
    await press('NEXT')
    const kept = sharedOf(store.getState())
    expect(JSON.stringify(kept)).not.toContain('Bello')

    cleanup()
    await opened(kept)
    await press('BACK')
    await screen.findByTestId('proof-verified')
    expect(screen.getByText(/The values that you showed are deleted/)).toBeTruthy()
    expect(screen.getByTestId('receipt')).toBeTruthy()
    expect(calls).toEqual(['asked', 'deleted'])
    await press('Ask again')
    await waitFor(() => expect(calls).toEqual(['asked', 'deleted', 'asked']))
  },
)

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
  const isFolded = (text: string) => screen.getByText(text, { exact: false }).closest('details') !== null
  expect(isFolded('You sent a revoked card, and ShopEasy found that out')).toBe(true)
  has('x2', 'offer_sent')
  expect(screen.getByTestId('proof-refused')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Back to the dashboard' })).toBeTruthy()
  expect(screen.getByRole('button', { name: labels.tryAgain }).classList).not.toContain('bg-forest')
  has('x2', 'done')
  expect(screen.queryByTestId('proof-refused')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Show the new card' }))
  await waitFor(() => expect(isFolded('Share the proof.')).toBe(false))
  expect(screen.queryByTestId('proof-refused')).toBeNull()
})

/** So many years ago, as in a condition. */
function yearsAgo(years: number): string {
  const [year = '', month, day] = new Date().toISOString().slice(0, 10).split('-')
  return `${Number(year) - years}${month}${day}`
}

/** Texts of the first two steps and the last by a family, for a condition on this attribute. */
async function told(protocol: 'didcomm' | 'openid4vc', name: string, more: Partial<UseCaseScreen> = {}) {
  const adult = { name, type: '<=', value: yearsAgo(18) } as const
  const predicates = name === 'salary' ? ({ name, type: '>=', value: 250_000 } as const) : adult
  const requestOptions = { title: 'Check', text: 'Who?', requestedCredentials: [{ name: 'Student Card', predicates }] }
  const verifier = { name: 'ShopEasy' }
  const screens = [
    { screenId: 'INFO', title: 'How much', text: 'Your wallet keeps it.', verifier, ...more },
    { screenId: 'CONNECTION', title: 'Connect with the shop', text: 'Take the invitation.', verifier },
    { screenId: 'PROOF_OOB', title: 'Prove', text: 'Your wallet keeps it.', verifier, requestOptions },
    { screenId: 'INFO_2', title: 'The door', text: 'It asks for nothing.', verifier: { name: 'Door' } },
    { screenId: 'END', title: 'Done', text: 'It never left.', verifier, ...more },
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
  await screen.findByRole('heading', { name: 'How much' })
  const textAt = (step: number) => {
    act(() => void store.dispatch(stepSet(step)))
    return screen.getByTestId(/^screen-/).querySelector('.measure')?.textContent ?? ''
  }
  return textAt
}

it.each([
  ['didcomm', 'salary', undefined],
  ['openid4vc', 'salary', '“Salary”'],
  ['openid4vc', 'date_of_birth', undefined],
] as const)(
  'by %s, says of a condition on %s what is shown for it, in place of what says otherwise',
  async (protocol, name, details) => {
    const textAt = await told(protocol, name)
    expect(textAt(0)).toMatch(details ? `ShopEasy asks to see ${details}.` : /^Your wallet keeps it\.$/)
    expect(textAt(4)).toMatch(details ? `ShopEasy asked to see ${details}.` : /^It never left\.$/)
    expect(textAt(3)).toBe('It asks for nothing.')
    expect(document.body.textContent).not.toContain(details ? 'keeps it' : 'to see')
  },
)

it.each([
  ['didcomm', 'Your wallet keeps it.', 'It never left.', 'Connect with the shop'],
  ['openid4vc', 'It sees it.', 'It sees it.', 'ShopEasy'],
] as const)('by %s, tells its own story', async (protocol, info, end, heading) => {
  const textAt = await told(protocol, 'salary', { openid4vc: { text: 'It sees it.' } })
  expect([textAt(0), textAt(4)]).toEqual([info, end])
  textAt(1)
  expect(screen.getByRole('heading', { name: heading })).toBeTruthy()
  expect(screen.queryByText(/Take the invitation/) !== null).toBe(protocol === 'didcomm')
})

it('keeps words that are true by either family, where they say of what they speak', async () => {
  const textAt = await told('openid4vc', 'salary', { says: {} })
  expect(textAt(0)).toBe('Your wallet keeps it.')
})

it.each(['didcomm', 'openid4vc'] as const)(
  'by %s, says nothing good of a revoked card that is shown',
  async (protocol) => {
    const requestOptions = {
      title: 'Check',
      text: 'Who?',
      requestedCredentials: [{ name: 'Student Card', properties: ['family_name'], nonRevoked: true }],
    }
    const verifier = { name: 'ShopEasy' }
    const useCase = {
      id: 'check',
      name: 'Check',
      hidden: false,
      screens: [{ screenId: 'PROOF_OOB', title: 'Prove', text: 'It has not been revoked.', verifier, requestOptions }],
    }
    const { store } = storeWith({})
    store.dispatch(protocolChosen(protocol))
    const record = credentialRecord('x1', { state: 'credential_revoked' })
    store.dispatch(credentialFetched({ name: 'Student Card', record }))
    render(
      <Provider store={store}>
        <MemoryRouter>
          <UseCasePlayer character={{ ...student, useCases: [useCase] }} useCase={useCase} />
        </MemoryRouter>
      </Provider>,
    )
    expect(await screen.findByText(/^Your Student Card has been revoked, and ShopEasy asks about that\./)).toBeTruthy()
    expect(screen.queryByText('It has not been revoked.')).toBeNull()
  },
)
