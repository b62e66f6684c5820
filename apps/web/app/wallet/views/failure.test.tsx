// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Failure } from './failure.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('comes into view, and so does one that takes its place at once', () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
  const { rerender } = render(<Failure failure="large-file" />)
  expect(scrolled).toHaveBeenCalledTimes(1)
  rerender(<Failure failure="unreadable-file" />)
  screen.getByText('This is not the file of a wallet', { exact: false })
  expect(scrolled).toHaveBeenCalledTimes(2)
})

it('says of an invitation of a draft which ones the wallet takes', () => {
  render(<Failure failure="unsupported-invitation" />)
  screen.getByText('Ask for one for DIDComm v1 or OpenID4VC 1.0.', { exact: false })
})
