// @vitest-environment happy-dom
import type { HistoryEntry, Offer, Snapshot } from '@lastmile/holder'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { card, nothing, requestFor, shown } from '../wallet.fixture.ts'
import { OpenWallet } from './open-wallet.tsx'

const onBack = vi.fn()

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  onBack.mockReset()
})

const request = requestFor(shown)
const offer: Offer = { ...card, id: 'offer', connectionId: 'peer', state: 'offered' }

/** The wallet as a sheet, while it asks and after that. */
function decide(what: HistoryEntry['what'], before: Partial<Snapshot>, after: Partial<Snapshot> = {}) {
  const entry: HistoryEntry = {
    id: what,
    at: Date.now(),
    what,
    with: request.from,
    about: before.offers ? offer.id : request.id,
    name: before.offers ? 'Student Card' : request.name,
  }
  const wallet = (parts: Partial<Snapshot>) => (
    <OpenWallet snapshot={{ ...nothing, ...parts }} isKept isLocked={false} receiving={undefined} onBack={onBack} />
  )
  const { rerender } = render(wallet(before))
  rerender(wallet({ ...after, history: [entry] }))
}
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

it.each<[HistoryEntry['what'], Partial<Snapshot>, string]>([
  ['accepted', { requests: [request] }, 'Shared. “ShopEasy” has checked it.'],
  ['request-declined', { requests: [request] }, 'You declined “Student price” of “ShopEasy”. Nothing was shared.'],
  ['received', { offers: [offer] }, '“Student Card” is in your wallet.'],
  ['offer-declined', { offers: [offer] }, 'You declined “Student Card” from “ShopEasy”.'],
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
  ['moves the focus', () => screen.getByRole('button', { name: 'Back to “ShopEasy”' }).focus()],
])('lets the sheet stay when the visitor %s, until they press the way back', (_, turnToIt) => {
  decide('accepted', { requests: [request] })
  act(turnToIt)
  pass(60_000)
  expect(onBack).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Back to “ShopEasy”' }))
  expect(onBack).toHaveBeenCalledOnce()
})

it('lets the sheet stay on bad news', () => {
  decide('not-accepted', { requests: [request] })
  expect(screen.getByTestId('wallet-outcome').textContent).toContain('“ShopEasy” did not accept your proof.')
  pass(60_000)
  expect(onBack).not.toHaveBeenCalled()
})

it('lets the sheet stay while something else waits, and then shows that', () => {
  decide('accepted', { requests: [request] }, { offers: [offer] })
  expect(screen.queryByTestId('wallet-outcome')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Decide later' }))
  pass(60_000)
  expect(onBack).not.toHaveBeenCalled()
})
