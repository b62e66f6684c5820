// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { lazy, Suspense } from 'react'
import { BrowserRouter, Link, Route, Routes } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { ScreenOnItsWay } from './screen-on-its-way.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  history.replaceState(null, '', '/')
})

it('says that a screen is on its way until it has come', async () => {
  vi.useFakeTimers()
  let arrives = () => {}
  const fetched = new Promise<void>((done) => {
    arrives = done
  })
  const Next = lazy(() => fetched.then(() => ({ default: () => <h1>Next</h1> })))
  history.replaceState(null, '', '/first')
  render(
    <BrowserRouter>
      <ScreenOnItsWay />
      <Suspense fallback="nothing">
        <Routes>
          <Route path="/first" element={<Link to="/next">Go</Link>} />
          <Route path="/next" element={<Next />} />
        </Routes>
      </Suspense>
    </BrowserRouter>,
  )
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await pass(1_000)
  expect(screen.getByRole('status').textContent).toBe('')
  screen.getByText('Go').click()
  await pass(1_000)
  expect(screen.getByText('Go')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('The next screen is on its way.')
  arrives()
  await pass(1_000)
  expect(screen.getByText('Next')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('')
})
