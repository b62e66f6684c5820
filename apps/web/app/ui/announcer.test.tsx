import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Announcer, announce } from './announcer.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('an announcement', () => {
  it('is gone some seconds after, so that nobody reads old news at the end of the page', () => {
    const { container } = render(<Announcer />)
    act(() => announce('Issued: Student Card.'))
    act(() => vi.advanceTimersByTime(4_000))
    act(() => announce('Your proof is verified.'))
    act(() => vi.advanceTimersByTime(4_000))
    expect(container.textContent).toBe('Your proof is verified.')
    act(() => vi.advanceTimersByTime(4_000))
    expect(container.textContent).toBe('')
  })
})
