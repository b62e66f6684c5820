// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { nothing } from '../wallet.fixture.ts'
import { closeWallet, openWallet } from '../wallet-visibility.ts'
import { walletIs } from '../wallet-worker.fixture.ts'
import { WalletDock } from './wallet-dock.tsx'

afterEach(() => {
  cleanup()
  closeWallet()
})

const media = Object.assign(new EventTarget(), { matches: true })
vi.stubGlobal('matchMedia', () => media)

it('keeps its open dialog when the window gets narrower, and changes its frame afterwards', async () => {
  walletIs({ status: 'open', snapshot: nothing, isKept: true, isLocked: false })
  openWallet()
  render(
    <MemoryRouter>
      <WalletDock>The demo</WalletDock>
    </MemoryRouter>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Settings' }))
  const button = screen.getByRole('button', { name: /^Save it as a file/ })
  button.focus()
  fireEvent.click(button)
  const password = screen.getByLabelText('Password')
  password.focus()
  media.matches = false
  act(() => {
    media.dispatchEvent(new Event('change'))
    dispatchEvent(new Event('resize'))
  })
  expect(screen.getByLabelText('Password')).toBe(password)
  expect(screen.getByRole('complementary')).toBeTruthy()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Cancel' })))
  expect(screen.queryByRole('complementary')).toBeNull()
  expect(screen.getByRole('dialog', { name: 'Your wallet' })).toBeTruthy()
})
