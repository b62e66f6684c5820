// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { CredentialCard } from './credential-card.tsx'
import { ValueList } from './value-list.tsx'

afterEach(cleanup)

it('keeps two details apart whose names read alike', () => {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const alike = [
    { name: 'name', label: 'Name', value: 'Ada' },
    { name: 'name', label: 'Name', value: 'Bola' },
  ]
  render(<CredentialCard name="Card" attributes={alike} />)
  cleanup()
  const { rerender } = render(<ValueList values={alike} />)
  rerender(<ValueList values={alike.slice(1)} />)
  expect(complaint).not.toHaveBeenCalled()
  expect(screen.getByRole('definition').textContent).toBe('Bola')
})
