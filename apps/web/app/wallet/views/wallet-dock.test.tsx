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
  vi.unstubAllGlobals()
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

it('leads to a page of its own only where that is larger', () => {
  const link = () => screen.queryByRole('link', { name: 'Show the wallet on a page of its own', hidden: true })
  for (const matches of [false, true]) {
    vi.stubGlobal('matchMedia', () => ({ matches }))
    openWallet()
    render(
      <MemoryRouter>
        <WalletDock>The demo</WalletDock>
      </MemoryRouter>,
    )
    expect(screen.queryByRole('dialog', { hidden: true }) === null).toBe(matches)
    expect(link() !== null).toBe(matches)
    cleanup()
  }
})
