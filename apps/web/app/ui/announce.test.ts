import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { announce } from './announce.ts'

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = '<p data-announces="polite"></p><p data-announces="assertive"></p>'
})
afterEach(() => {
  vi.useRealTimers()
  document.body.innerHTML = ''
})

describe('an announcement', () => {
  it('is gone some seconds after, so that no old news is read at the end of the page', () => {
    announce('Issued: Student Card.')
    vi.advanceTimersByTime(4_000)
    announce('Your proof is verified.')
    vi.advanceTimersByTime(4_000)
    expect(document.body.textContent).toBe('Your proof is verified.')
    vi.advanceTimersByTime(4_000)
    expect(document.body.textContent).toBe('')
  })
})
