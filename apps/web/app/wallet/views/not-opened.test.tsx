// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { walletClient } from '../wallet-client.ts'
import { walletIs, workerReports } from '../wallet-worker.fixture.ts'
import type { WalletFailure } from '../worker/messages.ts'
import { NotOpened, ShownWallet } from './not-opened.tsx'
import { WalletPanel } from './wallet-panel.tsx'

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

beforeEach(() => void vi.spyOn(walletClient, 'erase').mockResolvedValue({}))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it.each<[WalletFailure, string]>([
  ['damaged-storage', 'The secret that all your credentials are tied to is damaged'],
  ['failed', 'Something went wrong in the wallet'],
])('says why it did not open, and lets it be erased or replaced: %s', (failure, sentence) => {
  render(<NotOpened failure={failure} />)
  expect(screen.getByText(sentence, { exact: false })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy()
  press('Open a file')
  expect(screen.getByLabelText('Replace the wallet that is here', { exact: false })).toBeTruthy()
  press('Cancel')
  press('Erase it and start again')
  expect(walletClient.erase).not.toHaveBeenCalled()
  press('Erase all')
  expect(walletClient.erase).toHaveBeenCalled()
})

it('lets only a wallet whose code came be erased or replaced, as without it the wallet may be sound', () => {
  walletIs({ status: 'opening' })
  render(<WalletPanel />)
  const offered = () => screen.getAllByRole('button').map(({ textContent }) => textContent)
  act(() => workerReports(new Event('error')))
  expect(screen.getByText('It could not be loaded', { exact: false })).toBeTruthy()
  expect(offered()).toEqual(['Try Again'])

  walletIs({ status: 'opening' })
  act(() => workerReports(new ErrorEvent('error')))
  expect(screen.getByText('Something went wrong in the wallet', { exact: false })).toBeTruthy()
  expect(offered()).toEqual(['Try Again', 'Open a file', 'Erase it and start again'])
})

it.each<[WalletFailure, string]>([
  ['unreadable-storage', 'Erase it and start again'],
  ['deleted-storage', 'Begin a new one'],
])('does not ask twice where nothing is left to lose: %s', (failure, button) => {
  render(<NotOpened failure={failure} />)
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
  press('Open a file')
  expect(screen.queryByLabelText('Replace the wallet', { exact: false })).toBeNull()
  press('Cancel')
  press(button)
  expect(walletClient.erase).toHaveBeenCalled()
})

it('leaves a wallet that cannot be shown to be saved, replaced or erased', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  let isBroken = true
  const Broken = () => {
    if (isBroken) throw new Error('Something in it can not be drawn')
    return <p>Your credentials</p>
  }
  render(
    <ShownWallet>
      <Broken />
    </ShownWallet>,
  )
  expect(screen.getByText('Your wallet can’t be shown.')).toBeTruthy()
  expect(screen.getByText('Something in it can’t be shown.', { exact: false })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Save it as a file' })).toBeTruthy()
  press('Erase it and start again')
  isBroken = false
  press('Erase all')
  expect(await screen.findByText('Your credentials')).toBeTruthy()
})
