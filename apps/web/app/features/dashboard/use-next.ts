import { NavigationType, useLocation, useNavigationType } from 'react-router'
import type { UseCaseCard } from '../../visit/use-cases/use-case-selectors.ts'

interface Arrival {
  /** The use case that the visitor comes from, by its end or before it. */
  completed?: string
  left?: string
}

export const isLeftToDo = ({ lock, completed }: UseCaseCard): boolean => !lock.locked && !completed

/** The use case to go on with, for visitors who come from one: the one that they left, or one that is not done yet. */
export function useNext(cards: readonly UseCaseCard[]): { card: UseCaseCard | undefined; isLeft: boolean } {
  const { state } = useLocation() as { state: Arrival | null }
  const isArriving = useNavigationType() === NavigationType.Push
  const { completed: just, left } = (isArriving ? state : null) ?? {}
  if (left !== undefined)
    return { card: cards.find(({ useCase, lock }) => useCase.id === left && !lock.locked), isLeft: true }
  if (just === undefined) return { card: undefined, isLeft: false }
  // It counts as completed a moment later.
  const isNext = (card: UseCaseCard) => isLeftToDo(card) && card.useCase.id !== just
  return { card: cards.find(isNext), isLeft: false }
}
