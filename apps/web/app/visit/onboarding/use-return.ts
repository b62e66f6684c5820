import type { Character, UseCase } from '@lastmile/contracts'
import { useLocation } from 'react-router'
import { returnPathOf } from './reopened-onboarding.ts'

/** The use case that the visitor came from, and returns to at the end of the onboarding. */
export function useReturn({ useCases }: Character): UseCase | undefined {
  const path = returnPathOf(useLocation().state)
  return useCases.find(({ id }) => path === `/uc/${id}`)
}
