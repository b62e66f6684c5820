// @vitest-environment happy-dom
import type { HistoryEntry, Offer, ProofRequest, Snapshot } from '@lastmile/holder'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { VisitPlace } from '../visit-place.ts'
import { card, nothing, requestFor, shown } from '../wallet.fixture.ts'
import { walletClient } from '../wallet-client.ts'
import { historySentence } from './history-list.tsx'
import { OpenWallet } from './open-wallet.tsx'

const onBack = vi.fn()

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.restoreAllMocks()
  onBack.mockReset()
})

const request = requestFor(shown)
const offer: Offer = { ...card, id: 'offer', connectionId: 'peer', state: 'offered' }

const about = (what: HistoryEntry['what'], { id }: Offer | ProofRequest): HistoryEntry => ({
  id: what,
  at: Date.now(),
  what,
  with: request.from,
  about: id,
  name: id === offer.id ? 'Student Card' : request.name,
})

/** The wallet as a sheet. */
const wallet = (parts: Partial<Snapshot>) => (
  <OpenWallet snapshot={{ ...nothing, ...parts }} isKept isLocked={false} onBack={onBack} />
)

/** The sheet, while it asks and after that. */
function decide(what: HistoryEntry['what'], before: Partial<Snapshot>, after: Partial<Snapshot> = {}) {
  const { rerender } = render(wallet(before))
  rerender(wallet({ ...after, history: [about(what, before.offers ? offer : request)] }))
}
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

it.each<[HistoryEntry['what'], Partial<Snapshot>, string]>([
  ['accepted', { requests: [request] }, 'Shared. ShopEasy has accepted it.'],
  ['request-declined', { requests: [request] }, 'You declined “Student price” of ShopEasy. Nothing was shared.'],
  ['received', { offers: [offer] }, 'Student Card is in your wallet.'],
  ['offer-declined', { offers: [offer] }, 'You declined Student Card from ShopEasy.'],
])('says what came of a decision, and the sheet goes by itself: %s', (what, before, sentence) => {
  decide(what, before)
  expect(screen.getByTestId('wallet-outcome').textContent).toContain(sentence)
  pass(1_900)
  expect(onBack).not.toHaveBeenCalled()
  pass(200)
  expect(onBack).toHaveBeenCalledOnce()
})

it.each<[string, () => void]>([
  ['touches it', () => fireEvent.pointerDown(document.body)],
  ['presses a key', () => fireEvent.keyDown(document.body, { key: 'Tab' })],
  ['moves the focus', () => screen.getByRole('button', { name: 'Back to the page' }).focus()],
])('lets the sheet stay when the visitor %s, until they press the way back', (_, turnToIt) => {
  decide('accepted', { requests: [request] })
  act(turnToIt)
  pass(60_000)
  expect(onBack).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Back to the page' }))
  expect(onBack).toHaveBeenCalledOnce()
})

it('lets the sheet go after bad news of the site, whose page says why, and stay after a stranger’s', () => {
  decide('not-accepted', { requests: [request] })
  expect(screen.getByTestId('wallet-outcome').textContent).toContain(
    'ShopEasy did not accept your proof. Its page says why.',
  )
  pass(3_900)
  expect(onBack).not.toHaveBeenCalled()
  pass(200)
  expect(onBack).toHaveBeenCalledOnce()
  cleanup()
  const refused = { ...about('not-accepted', request), with: { label: 'Museum', host: 'far.example' } }
  const { rerender } = render(wallet({ requests: [request] }))
  rerender(wallet({ history: [refused] }))
  pass(60_000)
  expect(onBack).toHaveBeenCalledOnce()
})

it.each<[HistoryEntry['what'], number]>([
  ['accepted', 2_000],
  ['not-accepted', 4_000],
])('shows the next decision once what came of the last was read, and lets the sheet stay: %s', (what, readingTime) => {
  decide(what, { requests: [request] }, { offers: [offer] })
  expect(screen.getByTestId('wallet-outcome')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Back to the page' })).toBeNull()
  pass(readingTime - 100)
  expect(screen.queryByTestId('wallet-offer')).toBeNull()
  pass(200)
  expect(screen.getByTestId('wallet-offer')).toBeTruthy()
  expect(screen.queryByTestId('wallet-outcome')).toBeNull()
  pass(60_000)
  expect(onBack).not.toHaveBeenCalled()
})

it('shows the next decision at a press, and takes no second tap for it', () => {
  decide('received', { offers: [offer] }, { requests: [request] })
  fireEvent.click(screen.getByRole('button', { name: 'Show' }))
  const isInert = () => screen.getByRole('button', { name: 'Decline', hidden: true }).closest('[inert]') !== null
  expect(isInert()).toBe(true)
  pass(600)
  expect(isInert()).toBe(true)
  pass(200)
  expect(isInert()).toBe(false)
})

it('shows what was decided until it is over, before the next decision', () => {
  const { rerender } = render(wallet({ offers: [offer] }))
  rerender(wallet({ offers: [{ ...offer, state: 'accepted' }], requests: [request] }))
  expect(screen.getByTestId('wallet-offer')).toBeTruthy()
  expect(screen.getByText('One more waits for you.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show what else waits' }))
  expect(screen.getByTestId('wallet-request')).toBeTruthy()
})

it('says nothing of a decision that the visitor turned away from, and leaves open what they opened', () => {
  const page = (parts: Partial<Snapshot>) => (
    <OpenWallet snapshot={{ ...nothing, ...parts }} isKept isLocked={false} isPage />
  )
  const { rerender } = render(page({ requests: [request] }))
  rerender(page({ ...answered, history: [about('shared', request)] }))
  fireEvent.click(screen.getByRole('button', { name: 'Activity' }))
  rerender(page({ history: [about('accepted', request)] }))
  expect(screen.queryByTestId('wallet-outcome')).toBeNull()
  expect(screen.getByRole('button', { name: 'Activity' }).getAttribute('aria-expanded')).toBe('true')
})

const answered: Partial<Snapshot> = { requests: [{ ...request, state: 'answered' }] }

it('ends the wait for a verifier that says nothing', () => {
  const { rerender } = render(wallet({ requests: [request] }))
  rerender(wallet({ ...answered, history: [about('shared', request)] }))
  expect(screen.getByText('Shared. ShopEasy is checking it.')).toBeTruthy()
  pass(19_900)
  expect(screen.queryByTestId('wallet-outcome')).toBeNull()
  pass(200)
  const outcome = () => screen.getByTestId('wallet-outcome').textContent
  expect(outcome()).toContain('Shared. The page of ShopEasy says what came of it.')
  rerender(wallet({ history: [about('accepted', request), about('shared', request)] }))
  expect(outcome()).toContain('Shared. ShopEasy has accepted it.')
})

it.each([
  ['accepted', 'ShopEasy', 'Shared. ShopEasy has accepted it.'],
  ['not-accepted', 'ShopEasy', 'ShopEasy did not accept your proof. Its page says why.'],
  ['accepted', 'Riverbank Library', 'Shared. The page of ShopEasy says what came of it.'],
  [undefined, 'ShopEasy', 'Shared. The page of ShopEasy says what came of it.'],
] as const)('says by the page that asked that it is %s by %s', (verdict, verifier, told) => {
  const at = (parts: Partial<Snapshot>) => (
    <VisitPlace value={{ step: '', page: { verifier, purpose: 'Student price', verdict } }}>{wallet(parts)}</VisitPlace>
  )
  const { rerender } = render(at({ requests: [{ ...request, name: '' }] }))
  expect(screen.queryByText('Student price') !== null).toBe(verifier === 'ShopEasy')
  rerender(at({ history: [{ ...about('shared', request), name: '' }] }))
  expect(screen.getByTestId('wallet-outcome').textContent).toContain(told)
})

it('ends when the step of the visit has gone on, once it was read', () => {
  const at = (step: string, parts: Partial<Snapshot>) => <VisitPlace value={{ step }}>{wallet(parts)}</VisitPlace>
  const shared = { history: [about('accepted', request)] }
  const { rerender } = render(at('one', { requests: [request] }))
  rerender(at('one', shared))
  pass(60_000)
  expect(screen.getByTestId('wallet-outcome')).toBeTruthy()
  rerender(at('two', shared))
  expect(screen.queryByTestId('wallet-outcome')).toBeNull()
  cleanup()
  const next = render(at('one', { requests: [request] }))
  next.rerender(at('one', shared))
  next.rerender(at('two', shared))
  expect(screen.getByTestId('wallet-outcome')).toBeTruthy()
  pass(2_100)
  expect(screen.queryByTestId('wallet-outcome')).toBeNull()
})

it.each([
  ['this site', card.from, '/uc/1'],
  ['a stranger', { label: 'Museum', host: 'far.example' }, undefined],
])('leads from the wallet’s page back to the page of the visit, and selects nothing: %s', (_, from, path) => {
  const page = (parts: Partial<Snapshot>) => (
    <VisitPlace value={{ step: '', path: '/uc/1' }}>
      <OpenWallet snapshot={{ ...nothing, credentials: [card], ...parts }} isKept isLocked={false} isPage />
    </VisitPlace>
  )
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  const { rerender } = render(page({ requests: [{ ...request, from }] }))
  rerender(page({ history: [{ ...about('accepted', request), with: from }] }))
  expect(screen.queryByRole('link', { name: /^Back to/ })?.getAttribute('href')).toBe(path)
  const isSelected = () => screen.getByTestId('wallet-credential').querySelector('details')?.open
  expect(isSelected()).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Activity' }))
  expect(screen.getByRole('heading', { name: 'What happened' })).toBeTruthy()
})

it('comes back as a sheet after a reload only while something waits', () => {
  const isKept = () => sessionStorage.getItem('wallet') === 'open'
  const { rerender } = render(wallet({ requests: [request] }))
  expect(isKept()).toBe(true)
  rerender(wallet({ history: [about('accepted', request)] }))
  expect(isKept()).toBe(false)
})

it('goes on waiting for a verifier while there is no network', () => {
  const { rerender } = render(wallet({ requests: [request] }))
  const shared = { ...answered, history: [about('shared', request)] }
  rerender(wallet({ ...shared, network: 'offline' }))
  pass(60_000)
  expect(screen.queryByTestId('wallet-outcome')).toBeNull()
  expect(screen.getByTestId('wallet-request')).toBeTruthy()
  rerender(wallet(shared))
  expect(screen.getByTestId('wallet-outcome')).toBeTruthy()
})

it.each<[string, Partial<Snapshot>]>([
  ['a credential', { offers: [{ ...offer, state: 'accepted' }] }],
  ['an answer by OpenID4VC', { requests: [{ ...request, state: 'answered', isUnsent: true }] }],
  ['an answer by DIDComm', { ...answered, history: [about('shared', request)] }],
])('%s that does not arrive can be given up', async (_, waiting) => {
  const call = vi.spyOn(walletClient, 'call').mockResolvedValue({})
  render(wallet(waiting))
  expect(screen.queryByRole('button', { name: 'Give up' })).toBeNull()
  pass(10_000)
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Give up' })))
  const [{ id } = offer] = waiting.requests ?? []
  expect(call).toHaveBeenCalledWith({ action: 'giveUp', args: [id] })
})

it('names one that can’t be reached, and keeps its answer at hand while others are decided', () => {
  const unsent: ProofRequest = { ...request, state: 'answered', isUnsent: true }
  render(wallet({ requests: [unsent], unreachable: [request.from], network: 'connecting', waiting: 1 }))
  expect(screen.getByText(/^ShopEasy can’t be reached at the moment\./)).toBeTruthy()
  expect(screen.queryByText(/Nobody can be reached/)).toBeNull()
  pass(60_000)
  fireEvent.click(screen.getByRole('button', { name: 'Show your credentials' }))
  expect(screen.queryByTestId('wallet-request')).toBeNull()
  expect(screen.getByText('One thing is on the way.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show' }))
  expect(screen.getByTestId('wallet-request').textContent).toContain('On its way to ShopEasy.')
})

it('says why an offer came to nothing, and accuses nobody of what nobody did', () => {
  const why = (why: HistoryEntry['why']) => historySentence({ ...about('offer-failed', offer), why })
  expect(why('refused')).toBe('ShopEasy refused to hand Student Card over to this wallet. Ask for a new offer.')
  expect(why('wrong-clock')).toContain('ShopEasy and this device do not agree what time it is')
  expect(why(undefined)).toContain('was not Student Card as it had been offered')
})

it('does not come back to a request that was never answered', () => {
  const before = { ...about('shared', request), at: Date.now() - 60_000 }
  const { rerender } = render(wallet({ ...answered, history: [before] }))
  expect(screen.queryByTestId('wallet-request')).toBeNull()
  const next = { ...request, id: 'next' }
  rerender(wallet({ requests: [...(answered.requests ?? []), next], history: [before] }))
  rerender(wallet({ ...answered, history: [about('request-declined', next), before] }))
  expect(screen.getByTestId('wallet-outcome').textContent).toContain('You declined “Student price”')
  expect(screen.queryByTestId('wallet-request')).toBeNull()
})

it('leads back to the site that was answered, where it is another one, and stays until then', () => {
  const there = 'https://shop.example/thanks?order=1'
  const { rerender } = render(wallet({ requests: [request] }))
  const after = { ...nothing, history: [about('shared', request)] }
  rerender(<OpenWallet snapshot={after} isKept isLocked={false} onBack={onBack} returnTo={there} />)
  expect(screen.getByRole('link', { name: 'Back to shop.example' }).getAttribute('href')).toBe(there)
  pass(60_000)
  expect(onBack).not.toHaveBeenCalled()
})
