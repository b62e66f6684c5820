// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { StepFrame } from './step-frame.tsx'

afterEach(cleanup)

it('folds what a step asked for once its exchange has ended', () => {
  const frame = (isOver: boolean) => (
    <StepFrame heading={<h1>Prove</h1>} text="Share the proof." isOver={isOver}>
      {null}
    </StepFrame>
  )
  const { rerender } = render(frame(false))
  expect(screen.getByText('Share the proof.').closest('details')).toBeNull()
  rerender(frame(true))
  expect(screen.getByText('Share the proof.').closest('details')?.open).toBe(false)
})

it('holds back a text that speaks of what the wallet does not have yet, and keeps its room', () => {
  const frame = (isEarly: boolean) => (
    <StepFrame heading={<h1>Accept</h1>} text="Your wallet shows what it says." isEarly={isEarly}>
      {null}
    </StepFrame>
  )
  const { rerender } = render(frame(true))
  expect(screen.getByText('Your wallet shows what it says.').classList).toContain('invisible')
  rerender(frame(false))
  expect(screen.getByText('Your wallet shows what it says.').classList).not.toContain('invisible')
})
