// @vitest-environment happy-dom
import type { Connection, Offer, Snapshot } from '@lastmile/holder'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { VisitPlace } from '../visit-place.ts'
import { card, missingItem, nothing, requestFor, shown } from '../wallet.fixture.ts'
import { OpenWallet } from './open-wallet.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const wallet = (parts: Partial<Snapshot> = {}, isReceiving = true) => (
  <OpenWallet
    snapshot={{ ...nothing, ...parts }}
    isKept
    isLocked={false}
    receiving={isReceiving ? {} : undefined}
    isFromPage
  />
)
const isRestShown = () => screen.queryByRole('heading', { name: 'Your credentials' }) !== null
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

it('shows all there is at once when nothing is on its way', () => {
  render(wallet({}, false))
  expect(isRestShown()).toBe(true)
})

it('keeps the rest back until what an invitation brings is there, and while it is to be decided', () => {
  const { rerender } = render(wallet())
  pass(2_000)
  expect(isRestShown()).toBe(false)
  rerender(wallet({ requests: [requestFor(shown)] }, false))
  expect(screen.getByTestId('wallet-request')).toBeTruthy()
  expect(isRestShown()).toBe(false)
})

it('waits no longer than a handshake may take, nor without a network', () => {
  render(wallet())
  pass(5_900)
  expect(isRestShown()).toBe(false)
  pass(200)
  expect(isRestShown()).toBe(true)
  cleanup()
  render(wallet({ network: 'offline' }))
  expect(isRestShown()).toBe(true)
})

const connection = (state: Connection['state']): Partial<Snapshot> => ({
  connections: [{ id: 'peer', with: card.from, state, since: Date.now() }],
})
const connected = (): Partial<Snapshot> => ({
  ...connection('connected'),
  history: [{ id: 'news', at: Date.now(), what: 'connected', with: card.from, about: 'peer' }],
})

it('keeps the rest back from a page’s invitation to what follows the connection, which it awaits for 15 seconds', () => {
  const { rerender } = render(wallet({}, false))
  for (const [parts, line] of [
    [connection('connecting'), 'Connecting with Unity College.'],
    [connected(), 'Connected with Unity College. What comes next appears here.'],
  ] as const) {
    rerender(wallet(parts, false))
    expect(screen.getByText(line)).toBeTruthy()
    expect(isRestShown()).toBe(false)
    pass(5_900)
    expect(isRestShown()).toBe(false)
  }
  pass(10_000)
  expect(screen.getByText('Connected with Unity College. What they offer or ask appears here.')).toBeTruthy()
  expect(isRestShown()).toBe(true)
})

it('waits for nothing where the visit has gone on to a step that asks nothing, and the sheet goes', () => {
  const onBack = vi.fn()
  const at = (step: string, isQuiet: boolean) => (
    <VisitPlace value={{ step, isQuiet }}>
      <OpenWallet snapshot={{ ...nothing, ...connected() }} isKept isLocked={false} isFromPage onBack={onBack} />
    </VisitPlace>
  )
  const { rerender } = render(at('connection', false))
  expect(screen.getByText(/What comes next appears here/)).toBeTruthy()
  expect(onBack).not.toHaveBeenCalled()
  rerender(at('page', true))
  expect(screen.queryByText(/What comes next appears here/)).toBeNull()
  expect(isRestShown()).toBe(true)
  expect(onBack).toHaveBeenCalledOnce()
  cleanup()
  render(at('page', true))
  expect(onBack).toHaveBeenCalledOnce()
})

it('says why nothing has come, for as long as the page knows it', () => {
  render(
    <VisitPlace value={{ step: 'accept', wait: 'Student Card' }}>
      <OpenWallet snapshot={{ ...nothing, ...connected() }} isKept isLocked={false} isFromPage />
    </VisitPlace>,
  )
  pass(30_000)
  expect(screen.getByText(/making the keys that will sign Student Card/)).toBeTruthy()
  expect(isRestShown()).toBe(false)
})

it('leaves the form for invitations where it is while it takes one', () => {
  const { rerender } = render(<OpenWallet snapshot={nothing} isKept isLocked={false} />)
  const form = screen.getByRole('textbox')
  for (const parts of [connection('connecting'), connected()]) {
    rerender(<OpenWallet snapshot={{ ...nothing, ...parts }} isKept isLocked={false} />)
    expect(screen.getByRole('textbox')).toBe(form)
  }
})

it('asks for one decision at a time, and lets none take the place of another', () => {
  const offer: Offer = { ...card, id: 'first', connectionId: 'peer', state: 'offered' }
  const later: Offer = { ...offer, id: 'later', kind: { ...card.kind, name: 'Library Card' }, receivedAt: Date.now() }
  const impossible = requestFor(missingItem({ reason: 'missing-credential', wanted: [] }))
  const { rerender } = render(wallet({ offers: [offer], requests: [impossible] }, false))
  rerender(wallet({ offers: [later, offer], requests: [impossible] }, false))
  const [accept, ...others] = screen.getAllByRole('button', { name: 'Accept' })
  expect(accept && others).toEqual([])
  expect(screen.getByRole('heading', { name: 'Student Card' })).toBeTruthy()
  expect(screen.getByText('2 more wait for you.')).toBeTruthy()
  for (const next of ['Unity College offers you', 'ShopEasy asks']) {
    fireEvent.click(screen.getByRole('button', { name: 'Decide later' }))
    expect(screen.getByRole('heading', { name: next })).toBeTruthy()
  }
  fireEvent.click(screen.getByRole('button', { name: 'Decide later' }))
  expect(isRestShown()).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Show' }))
  expect(screen.getByRole('heading', { name: 'Student Card' })).toBeTruthy()
})

it('names in columns what an offer by OpenID4VC will hold, and the ages that it states as one answer', () => {
  const ages = ['16', '60'].map((age) => ({ name: `age_equal_or_over › ${age}`, label: `${age} or older` }))
  const names = [{ name: 'stall' }, { name: 'birthdate' }, ...ages]
  const offer: Offer = { ...card, id: 'offer', state: 'offered', attributes: [], names }
  render(<OpenWallet snapshot={{ ...nothing, offers: [offer] }} isKept isLocked={false} />)
  const list = within(screen.getByTestId('wallet-offer')).getByRole('list')
  const lines = [...list.children].map(({ textContent }) => textContent)
  expect(lines).toEqual(['Stall', 'Date of birth', 'Answers about your age, without the date'])
})

it('says that a credential is offered, and its name once that could be read', () => {
  const { rerender } = render(wallet({}, false))
  const region = document.body.appendChild(document.createElement('p'))
  region.dataset.announces = 'polite'
  const offer: Offer = { ...card, id: 'first', connectionId: 'peer', state: 'offered' }
  const { name, ...unread } = offer.kind
  rerender(wallet({ offers: [{ ...offer, kind: unread }] }, false))
  expect(region.textContent).toBe('Unity College offers you a credential.')
  rerender(wallet({ offers: [offer] }, false))
  expect(region.textContent).toBe('Unity College offers you Student Card.')
  region.remove()
})

it('shows an offer in the place of a request that cannot be answered yet', () => {
  const impossible = requestFor(missingItem({ reason: 'missing-credential', wanted: [] }))
  const { rerender } = render(wallet({ requests: [impossible] }, false))
  expect(screen.getByTestId('wallet-request')).toBeTruthy()
  const offer: Offer = { ...card, id: 'offer', connectionId: 'peer', state: 'offered', receivedAt: Date.now() }
  rerender(wallet({ requests: [impossible], offers: [offer] }, false))
  expect(screen.getByTestId('wallet-offer')).toBeTruthy()
  expect(screen.queryByTestId('wallet-request')).toBeNull()
})
