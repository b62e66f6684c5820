import { confirmedPersonPath, confirmedPersonSlug, pickCharacterId } from '@lastmile/contracts/constants'
import { isUploaded } from '@lastmile/contracts/uploaded'
import { uncheckedVisit } from './unchecked-visit.ts'

/** The visit that waits in this browser, and the address that leads back to it. */
export function begunVisit() {
  const { characters, onboarding, preferences } = uncheckedVisit()
  const slug = characters?.currentCharacter
  const isCompleted = onboarding?.isCompleted === true
  const hasBegun = isCompleted || (onboarding?.onboardingStep ?? pickCharacterId) !== pickCharacterId
  if (typeof slug !== 'string' || isUploaded(slug) || !hasBegun) return undefined
  const path = isCompleted ? '/dashboard' : slug === confirmedPersonSlug ? confirmedPersonPath : '/demo'
  return { slug, isCompleted, path, completed: preferences?.completedUseCaseSlugs }
}

/** With a visit in this browser, the button in the header leads back to it. */
export function leadHeaderBack(): void {
  const entry = document.querySelector<HTMLAnchorElement>('header a[href="/demo"]')
  const visit = begunVisit()
  if (!entry || !visit) return
  entry.textContent = 'Go on'
  entry.href = visit.path
}
