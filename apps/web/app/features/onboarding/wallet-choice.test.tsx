import type { Wallet } from '@lastmile/contracts'
import { cleanup, render, screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { afterEach, expect, it } from 'vitest'
import { storeWith } from '../../store/store.fixture.ts'
import { WalletChoice } from './wallet-choice.tsx'

afterEach(cleanup)

const purse: Wallet = {
  id: 'purse',
  name: 'Purse',
  icon: '/purse.svg',
  organization: 'Makers of purses',
  recommended: false,
  tried: 'Not tried on a phone by us.',
  url: 'https://purse.example',
  deepLinkScheme: 'purse',
}

it('recommends the web wallet alone, and says of each other one what was tried with it', async () => {
  const { store } = storeWith({ getWallets: () => [purse] })
  render(
    <Provider store={store}>
      <WalletChoice onHaveWallet={() => {}} />
    </Provider>,
  )
  const row = (await screen.findByText('Purse')).closest('li')
  expect(row?.textContent).toContain('Not tried on a phone by us.')
  expect(screen.getAllByText('Recommended').map((mark) => mark.closest('li')?.textContent)).toEqual([
    expect.stringContaining('The web wallet'),
  ])
  expect(document.body.textContent).toContain('A phone can’t reach this server')
})
