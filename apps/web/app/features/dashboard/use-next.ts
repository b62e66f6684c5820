import { NavigationType, useLocation, useNavigationType } from 'react-router'
import type { UseCaseCard } from '../../visit/use-cases/use-case-selectors.ts'

/** The use case to go on with, for visitors who have just completed one. */
export function useNext(cards: readonly UseCaseCard[]): UseCaseCard | undefined {
  const { state } = useLocation() as { state: { completed?: string } | null }
  const isArriving = useNavigationType() === NavigationType.Push
  const just = state?.completed
  if (!isArriving || just === undefined) return undefined
  // It counts as completed a moment later.
  return cards.find(({ useCase, lock, completed }) => !lock.locked && !completed && useCase.id !== just)
}
