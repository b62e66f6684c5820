// @vitest-environment happy-dom
import type { HeldCredential, Offer, Snapshot } from '@lastmile/holder'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { card, nothing, requestFor, shown } from '../wallet.fixture.ts'
import { walletBecomes, walletIs } from '../wallet-worker.fixture.ts'
import type { WalletState } from '../worker/messages.ts'
import { WalletPanel } from './wallet-panel.tsx'

vi.mock('../storage/database.ts', () => ({ openDatabase: vi.fn(), eraseDatabase: vi.fn() }))

afterEach(cleanup)

const open = (parts: Partial<Snapshot> = {}): WalletState => ({
  status: 'open',
  snapshot: { ...nothing, ...parts },
  isKept: true,
  isLocked: false,
})
const locked: WalletState = { status: 'locked', lock: { credentialId: new Uint8Array(), input: new Uint8Array() } }
const offer: Offer = { ...card, connectionId: 'peer', state: 'offered' }
const request = requestFor(shown)
const connected = { what: 'connected', with: card.from, about: 'peer' } as const
const history = Array.from({ length: 6 }, (_, at) => ({ id: `${at}`, at, ...connected }))

async function press(name: string | RegExp) {
  const button = screen.getAllByRole('button', { name }).at(-1)
  if (!button) throw new Error(`There is no button ${name}`)
  await waitFor(() => expect(button.closest('[inert]')).toBeNull())
  await act(async () => {
    button.focus()
    fireEvent.click(button)
  })
}

const hasFocus = (place: string) =>
  waitFor(() => {
    const { activeElement: focused } = document
    const heading = focused?.getAttribute('aria-labelledby')
    expect(focused?.getAttribute('aria-label') ?? (heading && document.getElementById(heading)?.textContent)).toBe(
      place,
    )
    expect(screen.getByTestId('wallet').contains(focused)).toBe(true)
  })

it.each<[string, WalletState, (string | RegExp)[], WalletState | undefined, string]>([
  ['is unlocked', locked, ['Unlock with your passkey'], open(), 'Your wallet'],
  ['comes from another tab', { status: 'elsewhere' }, ['Use it here'], open(), 'Your wallet'],
  ['was locked and is erased', locked, ['Erase it and start again', 'Erase all'], open(), 'Your wallet'],
  ['shows all its history', open({ history }), ['Activity', 'Show all 6'], undefined, 'What happened'],
  ['gets its offer', open({ offers: [offer] }), ['Accept'], open({ credentials: [card] }), 'Your wallet'],
  [
    'declines an offer of two',
    open({ offers: [offer, { ...offer, id: 'b' }] }),
    ['Decline'],
    open({ offers: [{ ...offer, id: 'b' }] }),
    'For you to decide',
  ],
  ['declines its request', open({ requests: [request] }), ['Decline'], open(), 'Your wallet'],
  [
    'shares',
    open({ requests: [request], credentials: [card] }),
    ['Share'],
    open({ credentials: [card] }),
    'Your wallet',
  ],
  ['loses a card', open({ credentials: [card] }), [/^Remove/, 'Remove'], open(), 'Your credentials'],
])('keeps the focus when it %s', async (_, before, buttons, after, place) => {
  walletIs(before)
  render(<WalletPanel />)
  for (const details of document.querySelectorAll('details')) details.open = true
  for (const button of buttons) await press(button)
  if (after) act(() => walletBecomes(after))
  await hasFocus(place)
})

it('says which card was removed, and opens none in its place', async () => {
  const other = { ...card, id: 'other' }
  walletIs(open({ credentials: [card, other] }), {})
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  render(<WalletPanel isPage />)
  await press(/^Remove/)
  await press('Remove')
  act(() => walletBecomes(open({ credentials: [other] })))
  expect(screen.getByText(/^You removed /)).toBeTruthy()
  expect(document.querySelector('details[open]')).toBeNull()
  vi.unstubAllGlobals()
})

it('names the formats where it tells cards of one name apart', () => {
  const cards: HeldCredential[] = [card, { ...card, id: 'other', format: 'sd-jwt' }]
  walletIs(open({ credentials: cards }), {})
  render(<WalletPanel isPage />)
  expect(screen.getAllByTestId('wallet-credential').map((each) => each.querySelector('h4 + p')?.textContent)).toEqual([
    'Unity College · AnonCreds',
    'Unity College · SD-JWT',
  ])
  act(() => walletBecomes(open({ credentials: [card] })))
  expect(screen.queryByText(/·/)).toBeNull()
})

it('keeps the focus while what was decided is under way, and when an invitation was taken', async () => {
  walletIs(open({ offers: [offer] }), {})
  render(<WalletPanel />)
  await press('Accept')
  act(() => walletBecomes(open({ offers: [{ ...offer, state: 'accepted' }] })))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId('wallet-offer')))
  await press('Show your credentials')
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'https://museum.example' } })
  await press('Connect')
  await hasFocus('Take an invitation')
})
