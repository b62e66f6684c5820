import { webWalletId } from '@lastmile/contracts/constants'
import type { Connection } from '@lastmile/holder'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { Provider } from 'react-redux'
import { afterEach, expect, it, vi } from 'vitest'
import { storeWith } from '../../store/store.fixture.ts'
import { nothing } from '../../wallet/wallet.fixture.ts'
import { walletClient } from '../../wallet/wallet-client.ts'
import { closeWallet, openWallet } from '../../wallet/wallet-visibility.ts'
import { walletBecomes, walletIs } from '../../wallet/wallet-worker.fixture.ts'
import { GiveToWallet } from './give-to-wallet.tsx'
import { WalletInvitation } from './wallet-invitation.tsx'
import { walletChosen } from './wallets-slice.ts'

afterEach(() => {
  cleanup()
  closeWallet()
  vi.restoreAllMocks()
})

/** A visitor's steps, each with an invitation. */
function visit() {
  const { store } = storeWith({})
  const receive = vi.spyOn(walletClient, 'receive').mockResolvedValue(true)
  const step = (link: string, partner?: string) => (
    <StrictMode>
      <Provider store={store}>
        <GiveToWallet link={link} partner={partner} />
        <WalletInvitation code="https://demo.example/i/1" link={link} linkTestId="link" deepLink={undefined} />
      </Provider>
    </StrictMode>
  )
  const received = () => receive.mock.calls.map(([link]) => link)
  return { store, step, received }
}

it('is asked about again when a visitor who said not now opens the wallet', () => {
  const { store, step } = visit()
  store.dispatch(walletChosen(webWalletId))
  const asked = { link: 'https://demo.example?oob=4', partner: 'Library' }
  render(step(asked.link, asked.partner))
  act(() => {
    walletClient.refuse()
    closeWallet()
  })
  expect(walletClient.view().asking).toBeUndefined()
  screen.getByTestId('open-web-wallet')
  act(() => openWallet())
  expect(walletClient.view().asking).toEqual(asked)
})

it('is handed over once, after a question before the first connection, and folds the other ways', () => {
  const { store, step, received } = visit()
  store.dispatch(walletChosen(webWalletId))
  const asked = { link: 'https://demo.example?oob=1', partner: 'College' }
  render(step(asked.link, asked.partner)).unmount()
  expect(walletClient.view().asking).toBeUndefined()
  walletIs({ status: 'opening' })
  const { rerender } = render(step(asked.link, asked.partner))
  expect(walletClient.view().asking).toEqual(asked)
  expect(screen.getByText('Scan with your wallet').closest('details')?.open).toBe(false)
  screen.getByText('The invitation is in your wallet.')
  act(() => walletBecomes({ status: 'open', snapshot: nothing, isKept: true, isLocked: false }))
  screen.getByText('Your wallet asks whether to connect. Press Connect there.')
  expect(received()).toEqual([])

  walletClient.agree(asked.link)
  rerender(step(asked.link, asked.partner))
  rerender(step('https://demo.example?oob=3'))
  expect(screen.queryByText(/is in your wallet/)).toBeNull()
  expect(received()).toEqual(['1', '3'].map((id) => `https://demo.example?oob=${id}`))
})

it('is asked about no more once its wallet is connected with one of the places, after a reload too', () => {
  const { store, step, received } = visit()
  store.dispatch(walletChosen(webWalletId))
  const connectedWith = (host: string, state: Connection['state']) => {
    const snapshot = { ...nothing, connections: [{ id: 'peer', with: { label: 'College', host }, state, since: 0 }] }
    walletBecomes({ status: 'open', snapshot, isKept: true, isLocked: false })
  }
  walletIs({ status: 'opening' })
  const shop = 'https://demo.example?oob=5'
  const { rerender } = render(step(shop, 'Shop'))
  act(() => {
    connectedWith('far.example', 'connected')
    connectedWith(location.host, 'abandoned')
  })
  expect(received()).toEqual([])
  act(() => connectedWith(location.host, 'connected'))
  expect(received()).toEqual([shop])
  rerender(step('https://demo.example?oob=6', 'Library'))
  expect(received()).toEqual([shop, 'https://demo.example?oob=6'])
})

it('covers no page only to connect as agreed, and comes beside it, or in front with a request', async () => {
  const { store, step } = visit()
  vi.mocked(walletClient.receive).mockRestore()
  store.dispatch(walletChosen(webWalletId))
  const college = { label: 'College', host: location.host }
  const connected = { id: 'peer', with: college, state: 'connected' as const, since: 0 }
  walletIs({ status: 'open', snapshot: { ...nothing, connections: [connected] }, isKept: true, isLocked: false }, {})
  const { rerender } = render(step('https://demo.example?oob=7', 'Library'))
  await waitFor(() => expect(walletClient.view().receiving).toBeUndefined())
  screen.getByText('The invitation is in your wallet.')
  expect(sessionStorage.getItem('wallet')).toBeNull()
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  rerender(step('https://demo.example?oob=9', 'Library'))
  expect(sessionStorage.getItem('wallet')).toBe('open')
  vi.unstubAllGlobals()
  closeWallet()
  rerender(step('https://demo.example?oob=8'))
  expect(sessionStorage.getItem('wallet')).toBe('open')
  expect(screen.queryByTestId('open-web-wallet')).toBeNull()
})

it('is handed over at a press, and remembered, where no wallet was chosen', () => {
  const { store, step, received } = visit()
  const link = 'https://demo.example?oob=0'
  render(step(link, 'Shop'))
  expect(received()).toEqual([])
  expect(screen.getByText('Scan with your wallet').closest('details')).toBeNull()
  fireEvent.click(screen.getByTestId('open-web-wallet'))
  expect(received()).toEqual([link])
  expect(store.getState().wallets.chosenWallet).toBe(webWalletId)
})
