import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { afterEach, expect, it, vi } from 'vitest'
import { credentialFetched } from '../exchanges/issuing/credentials-slice.ts'
import { credentialRecord, storeWith } from '../store/store.fixture.ts'
import { card, nothing } from '../wallet/wallet.fixture.ts'
import { walletClient } from '../wallet/wallet-client.ts'
import { walletIs } from '../wallet/wallet-worker.fixture.ts'
import type { Answer, WalletState } from '../wallet/worker/messages.ts'
import { TakeOutCards } from './take-out-cards.tsx'

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

/** At the end of a visit whose Student Card came in thread `t`. */
function show(state: WalletState, answer?: Answer) {
  const { store } = storeWith({})
  store.dispatch(credentialFetched({ name: 'Student Card', record: credentialRecord('x1', { state: 'done' }) }))
  walletIs(state, answer)
  const call = vi.spyOn(walletClient, 'call')
  render(
    <Provider store={store}>
      <TakeOutCards />
    </Provider>,
  )
  return call
}

const ofVisit = { ...card, id: 'of-visit', threadId: 't' }
const button = { name: 'Take this card out of my wallet too' }

it('takes out the card of this visit alone, and says so', async () => {
  const call = show(holding(card, { ...card, id: 'of-earlier-visit', threadId: 'u' }, ofVisit), {})
  expect(call).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', button))
  await screen.findByText('Taken out of your wallet: “Student Card”.')
  expect(call.mock.calls).toEqual([[{ action: 'remove', args: ['of-visit'] }]])
  expect(screen.queryByRole('button')).toBeNull()
})

it('says that it could not, and offers it again', async () => {
  show(holding(ofVisit), { failure: 'failed' })
  fireEvent.click(screen.getByRole('button', button))
  await screen.findByRole('alert')
  expect(screen.getByRole('button', button)).toBeDefined()
  expect(screen.queryByText(/Taken out/)).toBeNull()
})

it.each<[string, WalletState]>([
  ['holds no card of this visit', holding(card)],
  ['is open in another tab', { status: 'elsewhere' }],
  ['is locked', { status: 'locked', lock: { credentialId: new Uint8Array(), input: new Uint8Array() } }],
])('offers nothing where the wallet %s', (_, state) => {
  show(state)
  expect(screen.queryByRole('button')).toBeNull()
})
