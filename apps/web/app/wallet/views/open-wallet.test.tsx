// @vitest-environment happy-dom
import type { Snapshot } from '@lastmile/holder'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { nothing, requestFor, shown } from '../wallet.fixture.ts'
import { OpenWallet } from './open-wallet.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const wallet = (parts: Partial<Snapshot> = {}, isReceiving = true) => (
  <OpenWallet snapshot={{ ...nothing, ...parts }} isKept isLocked={false} receiving={isReceiving ? {} : undefined} />
)
const isRestShown = () => screen.queryByRole('heading', { name: 'Your credentials' }) !== null
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

it('shows all there is at once when nothing is on its way', () => {
  render(wallet({}, false))
  expect(isRestShown()).toBe(true)
})

it('keeps the rest back until what an invitation brings is there, so that nothing is pushed down', () => {
  const { rerender } = render(wallet())
  pass(2_000)
  expect(isRestShown()).toBe(false)
  rerender(wallet({ requests: [requestFor(shown)] }, false))
  expect(isRestShown()).toBe(true)
})

it('waits no longer than a handshake may take, nor without a network', () => {
  render(wallet())
  pass(5_900)
  expect(isRestShown()).toBe(false)
  pass(200)
  expect(isRestShown()).toBe(true)
  cleanup()
  render(wallet({ network: 'offline' }))
  expect(isRestShown()).toBe(true)
})
