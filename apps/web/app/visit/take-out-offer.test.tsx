import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { afterEach, expect, it, vi } from 'vitest'
import { fetchCharacters, pickCharacter } from '../state/characters/characters-slice.ts'
import { storeWith, student } from '../store/store.fixture.ts'
import { card, nothing } from '../wallet/wallet.fixture.ts'
import { walletClient } from '../wallet/wallet-client.ts'
import { walletIs } from '../wallet/wallet-worker.fixture.ts'
import type { Answer, WalletState } from '../wallet/worker/messages.ts'
import { TakeOutOffer } from './take-out-offer.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const holding = (...credentials: (typeof card)[]): WalletState => ({
  status: 'open',
  snapshot: { ...nothing, credentials },
  isKept: true,
  isLocked: false,
})

/** At the end of Amina's visit. */
async function show(state: WalletState, answer?: Answer) {
  const { store } = storeWith({ getCharacters: () => [student] })
  await store.dispatch(fetchCharacters())
  await store.dispatch(pickCharacter('student'))
  walletIs(state, answer)
  const call = vi.spyOn(walletClient, 'call')
  render(
    <Provider store={store}>
      <TakeOutOffer />
    </Provider>,
  )
  return call
}

const foreign = { ...card, id: 'foreign', from: { ...card.from, host: 'college.example' } }
const another = { ...card, id: 'another', kind: { ...card.kind, name: 'Nursing Licence' } }
const button = { name: 'Take this card out of my wallet too' }

it('takes out the character’s cards, of earlier rounds and revoked ones too, and says so', async () => {
  const earlier = { ...card, id: 'earlier', revokedAt: 1 }
  const call = await show(holding(card, foreign, another, earlier), {})
  expect(call).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Take these cards out of my wallet too' }))
  await screen.findByText('Taken out of your wallet: “Student Card”.')
  expect(call.mock.calls).toEqual(['card', 'earlier'].map((id) => [{ action: 'remove', args: [id] }]))
  expect(screen.queryByRole('button')).toBeNull()
})

it('says that it could not, and offers it again', async () => {
  await show(holding(card), { failure: 'failed' })
  fireEvent.click(screen.getByRole('button', button))
  await screen.findByRole('alert')
  expect(screen.getByRole('button', button)).toBeDefined()
  expect(screen.queryByText(/Taken out/)).toBeNull()
})

it.each<[string, WalletState]>([
  ['holds no card of the character', holding(foreign, another)],
  ['is open in another tab', { status: 'elsewhere' }],
  ['is locked', { status: 'locked', lock: { credentialId: new Uint8Array(), input: new Uint8Array() } }],
])('offers nothing where the wallet %s', async (_, state) => {
  await show(state)
  expect(screen.queryByRole('button')).toBeNull()
})
