import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Provider } from 'react-redux'
import { afterEach, expect, it, vi } from 'vitest'
import { fetchCharacters, pickCharacter } from '../state/characters/characters-slice.ts'
import { storeWith, student } from '../store/store.fixture.ts'
import { card, nothing } from '../wallet/wallet.fixture.ts'
import { walletClient } from '../wallet/wallet-client.ts'
import { walletIs } from '../wallet/wallet-worker.fixture.ts'
import type { Answer, WalletState } from '../wallet/worker/messages.ts'
import { useTakeOutCards } from './take-out-cards.tsx'

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

const end = vi.fn()

function LastDialog() {
  const takeOut = useTakeOutCards(end)
  return (
    <>
      {takeOut.offer}
      <button type="button" onClick={takeOut.end}>
        FINISH
      </button>
    </>
  )
}

/** At the end of Amina's visit. */
async function show(state: WalletState, answer?: Answer) {
  const { store } = storeWith({ getCharacters: () => [student] })
  await store.dispatch(fetchCharacters())
  await store.dispatch(pickCharacter('student'))
  walletIs(state, answer)
  end.mockReset()
  const call = vi.spyOn(walletClient, 'call')
  render(
    <Provider store={store}>
      <LastDialog />
    </Provider>,
  )
  return call
}

const finish = () => fireEvent.click(screen.getByRole('button', { name: 'FINISH' }))

const foreign = { ...card, id: 'foreign', from: { ...card.from, host: 'college.example' } }
const another = { ...card, id: 'another', kind: { ...card.kind, name: 'Nursing Licence' } }

it('takes out the character’s cards at the end alone, those of earlier rounds and revoked ones too', async () => {
  const earlier = { ...card, id: 'earlier', revokedAt: 1 }
  const call = await show(holding(card, foreign, another, earlier), {})
  const box = await screen.findByRole('checkbox', {
    name: 'Take these 2 cards out of my wallet too: Student Card (2)',
  })
  fireEvent.click(box)
  expect(call).not.toHaveBeenCalled()
  finish()
  await waitFor(() => expect(end).toHaveBeenCalledTimes(1))
  expect(call.mock.calls).toEqual(['card', 'earlier'].map((id) => [{ action: 'remove', args: [id] }]))
})

it('takes none out unasked, nor where the visitor thought better of it', async () => {
  const call = await show(holding(card), {})
  const box = await screen.findByRole('checkbox')
  fireEvent.click(box)
  fireEvent.click(box)
  finish()
  await waitFor(() => expect(end).toHaveBeenCalledTimes(1))
  expect(call).not.toHaveBeenCalled()
})

it('says that it could not, and stays', async () => {
  await show(holding(card), { failure: 'failed' })
  fireEvent.click(await screen.findByRole('checkbox'))
  finish()
  await screen.findByRole('alert')
  expect(end).not.toHaveBeenCalled()
})

it.each<[string, WalletState]>([
  ['holds no card of the character', holding(foreign, another)],
  ['is open in another tab', { status: 'elsewhere' }],
  ['is locked', { status: 'locked', lock: { credentialId: new Uint8Array(), input: new Uint8Array() } }],
])('offers nothing where the wallet %s', async (_, state) => {
  await show(state)
  finish()
  await waitFor(() => expect(end).toHaveBeenCalledTimes(1))
  expect(screen.queryByRole('checkbox')).toBeNull()
})
