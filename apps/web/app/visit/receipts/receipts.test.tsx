import type { Character, CredentialToIssue, Receipt, SocketMessage } from '@lastmile/contracts'
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { credentialFetched } from '../../exchanges/issuing/credentials-slice.ts'
import { replaceCredential } from '../../exchanges/issuing/issuance-thunks.ts'
import { proofFetched } from '../../exchanges/proving/proof-slice.ts'
import { fetchProof, startProof } from '../../exchanges/proving/proof-thunks.ts'
import { fetchCharacters, pickCharacter } from '../../state/characters/characters-slice.ts'
import { completedUseCase, demoReset, messageReceived, stateRestored } from '../../state/demo-actions.ts'
import { credentialRecord, overC1, proofRecord, storeWith, student, studentCard } from '../../store/store.fixture.ts'
import { useWayToCredential } from '../onboarding/use-way-to-credential.ts'
import { stepSet } from '../use-cases/section-slice.ts'
import { openUseCase, receiptMade, receiptsKept } from '../use-cases/use-cases-slice.ts'
import { LatestReceipt } from './latest-receipt.tsx'
import { ReceiptList } from './receipt-list.tsx'
import { selectReceipts } from './receipt-selectors.ts'

const options = {
  title: 'Student check',
  text: 'Are you a student?',
  requestedCredentials: [{ name: 'Student Card', properties: ['family_name'], nonRevoked: true }],
}
const character: Character = {
  ...student,
  useCases: [
    {
      id: 'discount',
      name: 'Get the student price',
      hidden: false,
      screens: [
        { screenId: 'START', title: 'Start', text: 'Start.' },
        {
          screenId: 'PROOF',
          title: 'Prove',
          text: 'Prove.',
          verifier: { name: 'ShopEasy' },
          requestOptions: options,
        },
      ],
    },
  ],
}
const verified = (id: string): SocketMessage => ({
  endpoint: 'present_proof',
  state: 'verified',
  connection_id: 'c1',
  presentation_exchange_id: id,
  verified: true,
  reason: null,
  refusal: null,
})

/** Of a card that proved an age on its anniversary. */
const ofAge: Partial<Receipt> = {
  at: '2026-11-22T10:00:00Z',
  credentials: [
    {
      ...{ name: 'Student Card', exchange: null, issuer: null, shown: [], kept: [], nonRevoked: true },
      proved: [{ name: 'birth_date', type: '<=', value: '20081122' }],
    },
  ],
}

async function atProof(attributes: CredentialToIssue['attributes'] = studentCard.attributes) {
  const onboarding = character.onboarding.map((it) =>
    it.credentials ? { ...it, credentials: [{ ...studentCard, attributes }] } : it,
  )
  const { store } = storeWith({
    getCharacters: () => [{ ...character, onboarding }],
    getOrCreateCredDef: () => ({ data: 'lmds:def:Student Card', state: 'ready' }),
    requestProof: () => proofRecord('p1'),
    getProof: () => proofRecord('p1', { state: 'verified', verified: true }),
  })
  await store.dispatch(fetchCharacters())
  await store.dispatch(pickCharacter('student'))
  await store.dispatch(openUseCase({ slug: 'discount', screenCount: 2 }))
  store.dispatch(stepSet(1))
  await store.dispatch(startProof({ options, verifier: { name: 'ShopEasy' }, route: overC1 }))
  return store
}

const cardIn = (state: 'done' | 'credential_revoked') => {
  const record = credentialRecord('x1', { state, revoked: state === 'credential_revoked' })
  return credentialFetched({ name: 'Student Card', record })
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-22T10:00:00Z'), toFake: ['Date'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('a receipt', () => {
  it('is made once when the proof is known to hold, and stays when the use case is done', async () => {
    const store = await atProof()
    expect(selectReceipts(store.getState())).toEqual([])
    store.dispatch(messageReceived(verified('p1')))
    vi.setSystemTime(new Date('2026-11-22T11:00:00Z'))
    await store.dispatch(fetchProof())
    store.dispatch(completedUseCase({ slug: 'discount' }))
    expect(selectReceipts(store.getState())).toMatchObject([
      {
        receipt: {
          id: 'p1',
          at: '2026-11-22T10:00:00.000Z',
          verifier: 'ShopEasy',
          credentials: [{ name: 'Student Card', issuer: 'Unity College', shown: ['family_name'], nonRevoked: true }],
        },
        revoked: [],
      },
    ])
  })

  it('is not made of a proof that was refused', async () => {
    const store = await atProof()
    store.dispatch(messageReceived({ ...verified('p1'), state: 'abandoned', verified: false } as SocketMessage))
    expect(selectReceipts(store.getState())).toEqual([])
  })

  it('says what is revoked by now', async () => {
    const store = await atProof()
    store.dispatch(cardIn('done'))
    store.dispatch(messageReceived(verified('p1')))
    expect(selectReceipts(store.getState())).toMatchObject([{ revoked: [] }])
    store.dispatch(cardIn('credential_revoked'))
    expect(selectReceipts(store.getState())).toMatchObject([{ revoked: ['Student Card'] }])
    await store.dispatch(replaceCredential(studentCard))
    expect(store.getState().credentials.issuedCredentials).toEqual([])
    expect(selectReceipts(store.getState())).toMatchObject([{ revoked: ['Student Card'] }])
  })

  it('still says it when a card with typed values is got anew', async () => {
    const store = await atProof([{ name: 'family_name', value: 'Bello', entry: { kind: 'line', max: 60 } }])
    store.dispatch(cardIn('done'))
    store.dispatch(messageReceived(verified('p1')))
    store.dispatch(cardIn('credential_revoked'))
    const wrapper = ({ children }: { children: ReactNode }) => (
      <Provider store={store}>
        <MemoryRouter>{children}</MemoryRouter>
      </Provider>
    )
    const { result } = renderHook(useWayToCredential, { wrapper })
    act(() => result.current('Student Card')?.go())
    expect(store.getState().credentials.issuedCredentials).toEqual([])
    expect(selectReceipts(store.getState())).toMatchObject([{ revoked: ['Student Card'] }])
  })

  it('says nothing of a card that was revoked before, because another one proved that it is not', async () => {
    const store = await atProof()
    store.dispatch(cardIn('credential_revoked'))
    store.dispatch(messageReceived(verified('p1')))
    expect(selectReceipts(store.getState())).toMatchObject([{ revoked: [] }])
  })

  it('goes by the name where an older version kept it', async () => {
    const store = await atProof()
    store.dispatch(messageReceived(verified('p1')))
    const [kept] = selectReceipts(store.getState())
    if (!kept) throw new Error('there is no receipt')
    const credentials = kept.receipt.credentials.map(({ exchange: _, ...credential }) => credential)
    store.dispatch(receiptMade({ ...kept.receipt, id: 'p0', credentials }))
    store.dispatch(cardIn('credential_revoked'))
    const marks = selectReceipts(store.getState()).map(({ receipt, revoked }) => [receipt.id, revoked])
    expect(Object.fromEntries(marks)).toEqual({ p1: [], p0: ['Student Card'] })
  })

  it('goes with a reset and with another character', async () => {
    const store = await atProof()
    store.dispatch(messageReceived(verified('p1')))
    store.dispatch(demoReset())
    expect(selectReceipts(store.getState())).toEqual([])
    const other = await atProof()
    other.dispatch(messageReceived(verified('p1')))
    await other.dispatch(pickCharacter('nurse'))
    expect(selectReceipts(other.getState())).toEqual([])
  })

  it('makes room for newer ones', async () => {
    const store = await atProof()
    store.dispatch(messageReceived(verified('p1')))
    const [first] = selectReceipts(store.getState())
    if (!first) throw new Error('there is no receipt')
    for (let count = 0; count < receiptsKept; count += 1) {
      store.dispatch(receiptMade({ ...first.receipt, id: `later-${count}` }))
    }
    const ids = selectReceipts(store.getState()).map(({ receipt }) => receipt.id)
    expect(ids).toHaveLength(receiptsKept)
    expect(ids).not.toContain('p1')
  })
})

async function unfold() {
  fireEvent.click(screen.getByRole('button', { name: /^Show receipt/ }))
  await screen.findByRole('button', { name: /^Print/ })
}

// Loading on demand may take as long as the machine needs.
beforeAll(() => import('./whole-receipt.tsx'))

describe('the receipt on the page', () => {
  it('names what was shown and what was checked, and no value', async () => {
    const store = await atProof()
    store.dispatch(messageReceived(verified('p1')))
    const { container } = render(
      <Provider store={store}>
        <LatestReceipt proofId="p1" />
      </Provider>,
    )
    expect(container.textContent).toContain('Your receipt')
    expect(container.textContent).not.toContain('Family name')
    await unfold()
    expect(container.textContent).toContain('Family name')
    expect(container.textContent).toContain('It was not revoked.')
    expect(container.textContent).toMatch(/Proved, not shown\s*Not revoked/)
    expect(container.textContent).toContain('It was Unity College that signed it')
    expect(container.textContent).not.toContain('Secret')
  })

  it('says of SD-JWT that what was looked up is known, and names a detail of two cards once', async () => {
    const store = await atProof()
    store.dispatch(messageReceived(verified('p1')))
    const [receipt] = Object.values(store.getState().useCases.receipts)
    const [card] = receipt?.credentials ?? []
    const two = ['Student Card', 'Library Card'].map((name) => ({ ...card, name, onlyCompared: ['family_name'] }))
    const p1 = { ...receipt, protocol: 'openid4vc', credentials: two }
    store.dispatch(stateRestored({ receipts: { byProof: { p1 } } } as never))
    const { container } = render(
      <Provider store={store}>
        <LatestReceipt proofId="p1" />
      </Provider>,
    )
    await unfold()
    expect(container.textContent).toMatch(/Learned, not shown\s*Not revoked/)
    expect(container.textContent).not.toContain('Proved, not shown')
    expect(container.textContent).toContain('With AnonCreds, “Family name” would have stayed private')
  })

  it('claims nothing about revocation that was not asked', async () => {
    const store = await atProof()
    store.dispatch(messageReceived(verified('p1')))
    const kept = selectReceipts(store.getState()).map(({ receipt, ...rest }) => ({
      ...rest,
      receipt: { ...receipt, credentials: receipt.credentials.map((one) => ({ ...one, nonRevoked: false })) },
    }))
    const { container } = render(
      <Provider store={store}>
        <ReceiptList receipts={kept} />
      </Provider>,
    )
    await unfold()
    expect(container.textContent).toContain('Whether it was revoked was not asked.')
    expect(container.textContent).not.toContain('It was not revoked.')
  })

  it.each<[string, Partial<Receipt>, string[], string]>([
    ['AnonCreds', {}, [], 'With SD-JWT, ShopEasy would have seen the same details.'],
    ['AnonCreds', {}, [], 'Each AnonCreds proof is made anew.'],
    ['a condition', {}, ['birth_date'], 'With SD-JWT, ShopEasy would have seen “Date of birth” too'],
    ['SD-JWT', { protocol: 'openid4vc' }, [], 'With AnonCreds, ShopEasy would have seen the same details.'],
    ['a value', { protocol: 'openid4vc' }, ['birth_date'], 'With AnonCreds, “Date of birth” would have stayed private'],
    ['an age', ofAge, [], 'With SD-JWT, “18 or older” is a detail that the issuer writes into your card beforehand.'],
    [
      'a stated age',
      { ...ofAge, protocol: 'openid4vc' },
      [],
      'The issuer wrote “18 or older” into your card beforehand',
    ],
    ['a copy', { protocol: 'openid4vc', holderKeys: ['1'] }, [], 'No other proof of this visit showed this copy'],
    ['a copy again', { protocol: 'openid4vc', holderKeys: ['2'] }, [], 'was shown to City Library as well.'],
  ])('compares both families: %s', async (_, changes, onlyCompared, said) => {
    const store = await atProof()
    store.dispatch(messageReceived(verified('p1')))
    const [receipt] = Object.values(store.getState().useCases.receipts)
    const credentials = (changes.credentials ?? receipt?.credentials)?.map((card) => ({ ...card, onlyCompared }))
    const p0 = { ...receipt, id: 'p0', verifier: 'City Library', holderKeys: ['2'] }
    const p1 = { ...receipt, ...changes, credentials }
    store.dispatch(stateRestored({ receipts: { byProof: { p0, p1 } } } as never))
    const { container } = render(
      <Provider store={store}>
        <LatestReceipt proofId="p1" />
      </Provider>,
    )
    await unfold()
    expect(container.textContent).toContain(said)
  })

  it.each([
    ['owner_name', 'ShopEasy compared “Owner name” and “Family name” on these cards, and they say the same.'],
    [undefined, 'An SD-JWT doesn’t show that these cards are one person’s'],
  ])('says what two SD-JWTs do not show: %s', async (owner, said) => {
    const store = await atProof()
    store.dispatch(messageReceived(verified('p1')))
    const [receipt] = Object.values(store.getState().useCases.receipts)
    const [card] = receipt?.credentials ?? []
    const predicates = [{ name: 'salary', type: '>=', value: 250_000 }]
    const two = [
      { ...card, name: 'Registration', shown: ['salary'], proved: predicates, alike: owner && [owner] },
      { ...card, alike: owner && ['family_name'] },
    ]
    const of = (protocol: string) => ({ ...receipt, protocol, credentials: two })
    const shownBy = async (protocol: string) => {
      store.dispatch(stateRestored({ receipts: { byProof: { p1: of(protocol) } } } as never))
      const { container } = render(
        <Provider store={store}>
          <LatestReceipt proofId="p1" />
        </Provider>,
      )
      await unfold()
      const { textContent } = container
      cleanup()
      return textContent ?? ''
    }
    const byOpenid4vc = await shownBy('openid4vc')
    expect(byOpenid4vc).toContain(said)
    expect(byOpenid4vc).toContain('Salary, the figure itself (needed: at least 250,000)')
    expect(await shownBy('didcomm')).not.toMatch(/An SD-JWT|on these cards/)
  })

  it('knows the keys of what was shown once the proof is read', async () => {
    const store = await atProof()
    store.dispatch(messageReceived(verified('p1')))
    const requested_proof = { revealed_attrs: {}, revealed_attr_groups: {}, predicates: {}, holder_keys: ['1'] }
    store.dispatch(
      proofFetched(proofRecord('p1', { presentation: { requested_proof }, state: 'done', verified: true })),
    )
    expect(selectReceipts(store.getState())).toMatchObject([{ receipt: { holderKeys: ['1'] } }])
  })

  it('says calmly that a card was revoked since', async () => {
    const store = await atProof()
    store.dispatch(cardIn('done'))
    store.dispatch(messageReceived(verified('p1')))
    store.dispatch(cardIn('credential_revoked'))
    const { container } = render(
      <Provider store={store}>
        <ReceiptList receipts={selectReceipts(store.getState())} />
      </Provider>,
    )
    const mark = screen.getByText('The Student Card you had then has been revoked since.')
    expect(mark.className).not.toContain('clay')
    await unfold()
    expect(container.querySelector('.text-clay')).toBeNull()
    expect(container.textContent).toContain('What was checked stays true for that day')
  })

  it('comes into view once it is unfolded, and moves nothing before', async () => {
    const store = await atProof()
    store.dispatch(messageReceived(verified('p1')))
    const comes = vi.spyOn(Element.prototype, 'scrollIntoView')
    render(
      <Provider store={store}>
        <LatestReceipt proofId="p1" />
      </Provider>,
    )
    expect(comes).not.toHaveBeenCalled()
    await unfold()
    expect(comes).toHaveBeenCalledExactlyOnceWith({ block: 'nearest' })
    expect((comes.mock.contexts[0] as Element).textContent).toContain('Family name')
    comes.mockRestore()
  })

  it('says in a disclosure how to check it, which is not on the sheet', async () => {
    const store = await atProof()
    store.dispatch(messageReceived(verified('p1')))
    render(
      <Provider store={store}>
        <LatestReceipt proofId="p1" />
      </Provider>,
    )
    await unfold()
    const disclosure = screen.getByText('How to check this').closest('details')
    expect(disclosure?.open).toBe(false)
    for (const words of ['Nobody signed it', 'p1', '/.well-known/did.jsonl'])
      expect(disclosure?.textContent).toContain(words)
    vi.stubGlobal('print', () => {})
    fireEvent.click(screen.getByRole('button', { name: /^Print/ }))
    expect(document.querySelector('.print-sheet')?.textContent?.split('How to check this')).toHaveLength(2)
    expect(document.querySelector('.print-sheet details')).toBeNull()
    fireEvent(window, new Event('afterprint'))
    vi.unstubAllGlobals()
  })

  it('is saved as a file of its own, which says how to check it and holds no value', async () => {
    const store = await atProof()
    store.dispatch(messageReceived(verified('p1')))
    let saved: Blob | undefined
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      saved = file as Blob
      return '#'
    })
    render(
      <Provider store={store}>
        <LatestReceipt proofId="p1" />
      </Provider>,
    )
    await unfold()
    fireEvent.click(screen.getByRole('button', { name: /^Save as a file/ }))
    const file = (await saved?.text()) ?? ''
    expect(file).toMatch(/^<!doctype html>/)
    for (const words of ['Receipt of a proof', 'Family name', 'How to check this', 'p1', '/.well-known/did.jsonl'])
      expect(file).toContain(words)
    expect(file).not.toMatch(/Secret|<script|<link/)
    vi.restoreAllMocks()
  })

  it('is printed alone, and the page comes back after', async () => {
    const store = await atProof()
    store.dispatch(messageReceived(verified('p1')))
    const onPaper = vi.fn(() => document.querySelector('.print-sheet')?.textContent)
    vi.stubGlobal('print', onPaper)
    render(
      <Provider store={store}>
        <LatestReceipt proofId="p1" />
      </Provider>,
    )
    await unfold()
    fireEvent.click(screen.getByRole('button', { name: /^Print/ }))
    expect(onPaper).toHaveReturnedWith(expect.stringContaining('Receipt of a proof'))
    fireEvent(window, new Event('afterprint'))
    expect(document.querySelector('.print-sheet')).toBeNull()
    vi.unstubAllGlobals()
  })
})
