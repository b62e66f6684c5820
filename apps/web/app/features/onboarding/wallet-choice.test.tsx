import type { Wallet } from '@lastmile/contracts'
import { labels } from '@lastmile/contracts/specified-texts'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { Provider } from 'react-redux'
import { afterEach, expect, it, vi } from 'vitest'
import { protocolChosen } from '../../state/demo-actions.ts'
import { storeWith } from '../../store/store.fixture.ts'
import { closeWallet, openWallet } from '../../wallet/wallet-visibility.ts'
import { WalletChoice } from './wallet-choice.tsx'

afterEach(() => {
  cleanup()
  closeWallet()
  vi.unstubAllGlobals()
})

const purse: Wallet = {
  id: 'purse',
  name: 'Purse',
  icon: '/purse.svg',
  organization: 'Makers of purses',
  recommended: false,
  protocols: ['didcomm'],
  outlook: 'May not work with this site yet.',
  tried: 'Not tried on a phone by us.',
  url: 'https://purse.example',
  deepLinkScheme: 'purse',
}

it('recommends the web wallet alone, and says of each other one in a sentence what to expect, with what was tried folded', async () => {
  const { store } = storeWith({ getWallets: () => [purse] })
  render(
    <Provider store={store}>
      <WalletChoice onHaveWallet={() => {}} />
    </Provider>,
  )
  const row = (await screen.findByText('Purse')).closest('li')
  expect(row?.querySelector('details:not([open]) > summary')?.textContent).toBe('May not work with this site yet.')
  expect(row?.querySelector('details')?.textContent).toContain('Not tried on a phone by us.')
  expect(screen.getAllByText('Recommended').map((mark) => mark.parentElement?.textContent)).toEqual([
    expect.stringContaining('The web wallet'),
  ])
  expect(screen.getByText(/A phone can’t reach this server/).closest('details')).toBe(row?.closest('details'))
  expect(screen.getByTestId('choose-web-wallet').closest('details')).toBeNull()
})

it('offers the wallets of the chosen family', async () => {
  const pouch: Wallet = { ...purse, id: 'pouch', name: 'Pouch', protocols: ['openid4vc'] }
  const both: Wallet = { ...purse, id: 'both', name: 'Both', protocols: ['didcomm', 'openid4vc'] }
  const { store } = storeWith({ getWallets: () => [purse, pouch, both] })
  render(
    <Provider store={store}>
      <WalletChoice onHaveWallet={() => {}} />
    </Provider>,
  )
  await screen.findByText('Purse')
  expect([screen.queryByText('Pouch'), screen.queryByText('Both')?.textContent]).toEqual([null, 'Both'])
  act(() => store.dispatch(protocolChosen('openid4vc')))
  expect([screen.queryByText('Purse'), screen.queryByText('Pouch')?.textContent]).toEqual([null, 'Pouch'])
  expect(screen.getByText('Both')).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: /^Most private/ }))
  expect(screen.getByText('Purse')).toBeTruthy()
})

it.each([
  [759, 0],
  [760, 1],
])('shows at %i px in the modal so many QR codes: %i', async (width, codes) => {
  vi.stubGlobal('matchMedia', (query: string) => {
    const [, least] = /min-width: (\d+)px/.exec(query) ?? []
    return { matches: width >= Number(least), addEventListener() {}, removeEventListener() {} }
  })
  const { store } = storeWith({ getWallets: () => [purse] })
  const onHaveWallet = vi.fn()
  render(
    <Provider store={store}>
      <WalletChoice onHaveWallet={onHaveWallet} />
    </Provider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'USE Purse' }))
  const dialog = await screen.findByTestId('wallet-dialog')
  expect(within(dialog).queryAllByText('Enlarge')).toHaveLength(codes)
  fireEvent.click(within(dialog).getByRole('button', { name: labels.haveWallet }))
  await waitFor(() => expect(onHaveWallet).toHaveBeenCalledOnce())
})

it('goes on with the web wallet that is open already', () => {
  const { store } = storeWith({ getWallets: () => [] })
  render(
    <Provider store={store}>
      <WalletChoice onHaveWallet={() => {}} />
    </Provider>,
  )
  expect(screen.getByRole('button', { name: 'Open the web wallet' })).toBeTruthy()
  act(() => openWallet())
  expect(screen.getByRole('button', { name: 'Go on with the web wallet' })).toBeTruthy()
  expect(screen.getByText('It is open already.')).toBeTruthy()
})
