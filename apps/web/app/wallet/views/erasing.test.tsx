// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { eraseDatabase } from '../storage/database.ts'
import { nothing } from '../wallet.fixture.ts'
import { walletIs } from '../wallet-worker.fixture.ts'
import type { WalletState } from '../worker/messages.ts'
import { WalletPanel } from './wallet-panel.tsx'

vi.mock('../storage/database.ts', () => ({ openDatabase: vi.fn(), eraseDatabase: vi.fn() }))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.clearAllMocks()
})

const opening: WalletState = { status: 'opening' }
const open: WalletState = { status: 'open', snapshot: nothing, isKept: true, isLocked: false }
const failed: WalletState = { status: 'failed', failure: 'damaged-storage' }

const later = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
async function press(name: string) {
  if (name.startsWith('Erase the wallet')) fireEvent.click(screen.getByRole('button', { name: 'Settings' }))
  fireEvent.click(screen.getByRole('button', { name }))
  await later(0)
}

it('lets a wallet that opens slowly be erased, without waiting for it', async () => {
  walletIs(opening)
  render(<WalletPanel />)
  expect(screen.queryByRole('button')).toBeNull()
  await later(11_000)
  await press('Erase it and start again')
  expect(eraseDatabase).not.toHaveBeenCalled()
  await press('Erase all')
  expect(eraseDatabase).toHaveBeenCalledOnce()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('erases an open wallet whose worker does not answer', async () => {
  walletIs(open)
  render(<WalletPanel />)
  await press('Erase the wallet Remove everything from this browser.')
  await press('Erase all')
  await later(9_000)
  expect(eraseDatabase).not.toHaveBeenCalled()
  await later(2_000)
  expect(eraseDatabase).toHaveBeenCalledOnce()
  expect(screen.getByText('Opening your wallet.')).toBeTruthy()
})

it.each([
  ['opens slowly', opening, 'Erase it and start again'],
  ['did not open', failed, 'Erase it and start again'],
  ['is open', open, 'Erase the wallet Remove everything from this browser.'],
])('says that the browser did not erase a wallet that %s, and what to do', async (_, state, button) => {
  vi.mocked(eraseDatabase).mockRejectedValue(new Error('Locked'))
  walletIs(state, { failure: 'failed' })
  render(<WalletPanel />)
  await later(11_000)
  await press(button)
  await press('Erase all')
  const said = screen.getAllByText('Your browser did not erase your wallet, so everything may still be here.', {
    exact: false,
  })
  expect(said.length).toBeGreaterThan(0)
  expect(screen.getAllByText('delete this site’s data', { exact: false }).length).toBeGreaterThan(0)
  expect(screen.queryByText('Nothing was lost', { exact: false })).toBeNull()
})
