import { act, cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { fetchedLater } from './fetched-later.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it.each([
  ['late', 'The part', 11],
  ['not at all', 'No part', 12],
])('fetches a part again that comes %s', async (_, shown, failures) => {
  vi.useFakeTimers()
  const fetch = vi.fn(async () => () => 'The part')
  for (let count = 0; count < failures; count++) fetch.mockRejectedValueOnce(new Error('This file is not there.'))
  const Part = fetchedLater(fetch, () => 'No part')
  render(<Suspense fallback="On its way">{<Part />}</Suspense>)
  await act(() => vi.advanceTimersByTimeAsync(32_000))
  expect(screen.getByText('On its way')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(screen.getByText(shown)).toBeTruthy()
})
