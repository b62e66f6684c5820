import { render, screen } from '@testing-library/react'
import { MemoryRouter, Navigate } from 'react-router'
import { expect, it } from 'vitest'
import type { UseCaseCard } from '../../visit/use-cases/use-case-selectors.ts'
import { useNext } from './use-next.ts'

const card = (id: string, { completed = false, locked = false } = {}) =>
  ({ useCase: { id }, completed, lock: { locked } }) as UseCaseCard

function Next({ cards }: { cards: UseCaseCard[] }) {
  const { card, isLeft } = useNext(cards)
  return <p>{`${card?.useCase.id ?? 'none'}${isLeft ? ', left' : ''}`}</p>
}

it.each<[string, object, UseCaseCard[], string]>([
  ['the one that was left', { left: 'b' }, [card('a'), card('b')], 'b, left'],
  ['none where the one that was left has locked', { left: 'b' }, [card('b', { locked: true })], 'none, left'],
  ['the first that is left to do', { completed: 'a' }, [card('a'), card('b', { locked: true }), card('c')], 'c'],
  ['none for a visitor who comes from elsewhere', {}, [card('a')], 'none'],
])('goes on with %s', (_, state, cards, shown) => {
  render(
    <MemoryRouter>
      <Navigate to="." state={state} />
      <Next cards={cards} />
    </MemoryRouter>,
  )
  expect(screen.getByText(shown)).toBeTruthy()
})
