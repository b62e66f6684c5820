// @vitest-environment happy-dom
import { labels } from '@lastmile/contracts/specified-texts'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeWallet, openWallet } from '../../wallet/wallet-visibility.ts'
import { AutoAdvance } from './auto-advance.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))

describe('after connecting', () => {
  it('shows the notice for 1.5 s, what comes next for 2 s, then goes on once', () => {
    const advance = vi.fn()
    render(<AutoAdvance onAdvance={advance} next="Taking you on." />)
    expect(screen.getByText(labels.connectionEstablished)).toBeTruthy()
    pass(1_499)
    expect(screen.queryByText('Taking you on.')).toBeNull()
    pass(1)
    expect(screen.getByText('Taking you on.')).toBeTruthy()
    pass(1_999)
    expect(advance).not.toHaveBeenCalled()
    pass(1)
    expect(advance).toHaveBeenCalledOnce()
  })

  it('by OpenID4VC says that none is needed, as long, then goes on once', () => {
    const advance = vi.fn()
    render(<AutoAdvance onAdvance={advance} next="Taking you on." connectionless="OpenID5VC" />)
    expect(screen.getByText('No connection needed.')).toBeTruthy()
    expect(screen.getByText(/^With OpenID5VC your wallet takes each offer/)).toBeTruthy()
    expect(screen.queryByText(labels.connectionEstablished)).toBeNull()
    pass(1_500)
    expect(screen.getByText('Taking you on.')).toBeTruthy()
    pass(1_999)
    expect(advance).not.toHaveBeenCalled()
    pass(1)
    expect(advance).toHaveBeenCalledOnce()
  })

  it('by OpenID4VC stays when the visitor asks it to, and goes on by the button alone', () => {
    const advance = vi.fn()
    render(<AutoAdvance onAdvance={advance} next="Taking you on." advanceLabel="NEXT" connectionless="OpenID5VC" />)
    fireEvent.click(screen.getByRole('button', { name: 'Stay here' }))
    pass(60_000)
    expect(advance).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'NEXT' }))
    expect(advance).toHaveBeenCalledOnce()
  })

  it('stays when the visitor asks it to, in either phase', () => {
    const advance = vi.fn()
    render(<AutoAdvance onAdvance={advance} next="Taking you on." />)
    pass(2_000)
    fireEvent.click(screen.getByRole('button', { name: 'Stay here' }))
    pass(60_000)
    expect(advance).not.toHaveBeenCalled()
  })

  it.each([
    ['before it', 500, 1],
    ['beside it', 1_300, 0],
  ])('goes on at once where the web wallet is open %s', (_, width, times) => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === `(width >= 1200px)` && width >= 1_200 }))
    const advance = vi.fn()
    openWallet()
    render(<AutoAdvance onAdvance={advance} next="Taking you on." />)
    pass(1)
    expect(advance).toHaveBeenCalledTimes(times)
    closeWallet()
    vi.unstubAllGlobals()
  })

  it('does not go on from a screen that was left', () => {
    const advance = vi.fn()
    const { unmount } = render(<AutoAdvance onAdvance={advance} next="Taking you on." />)
    pass(2_000)
    unmount()
    pass(60_000)
    expect(advance).not.toHaveBeenCalled()
  })
})
