// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { openWallet } from '../wallet-visibility.ts'
import { WalletDock } from './wallet-dock.tsx'

vi.mock('./wallet-panel.tsx', () => Promise.reject(new Error('Offline')))

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('can be closed while its code loads and when it did not come, and says how to go on', async () => {
  vi.useFakeTimers()
  openWallet()
  render(
    <MemoryRouter>
      <WalletDock>The demo</WalletDock>
    </MemoryRouter>,
  )
  const close = () => screen.getByRole('button', { name: 'Close the wallet', hidden: true })
  expect(screen.getByText('Opening your wallet.')).toBeTruthy()
  expect(close()).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(40_000))
  expect(screen.getByText('It could not be loaded', { exact: false })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try Again', hidden: true })).toBeTruthy()
  fireEvent.click(close())
  expect(screen.queryByText('Your wallet')).toBeNull()
})

it('leaves no sheet for Back to find where it goes on to its own page', () => {
  openWallet()
  render(
    <MemoryRouter>
      <WalletDock>The demo</WalletDock>
    </MemoryRouter>,
  )
  expect(screen.getByRole('dialog', { hidden: true })).toBeTruthy()
  fireEvent.click(screen.getByRole('link', { name: 'Show the wallet on a page of its own', hidden: true }))
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
})
