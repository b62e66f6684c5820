import { render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ConfettiCanvas } from './confetti-canvas.tsx'

vi.mock('react-confetti', () => ({
  default: ({ numberOfPieces }: { numberOfPieces: number }) => <p>{numberOfPieces} pieces</p>,
}))

it('throws 200 pieces', () => {
  expect(render(<ConfettiCanvas />).container.textContent).toBe('200 pieces')
})
