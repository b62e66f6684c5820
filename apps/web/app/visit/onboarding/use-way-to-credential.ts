import type { Character } from '@lastmile/contracts'
import { confirmedPersonName, confirmedPersonPath } from '@lastmile/contracts/constants'
import { credentialSource } from '@lastmile/journey'
import { type NavigateOptions, useNavigate } from 'react-router'
import { useAppSelector } from '../../state/app-thunk.ts'
import { selectCurrentCharacter } from '../../state/characters/character-selectors.ts'
import { onboardingPage } from './reopening.ts'

/** Finds the screen that issues a credential: the current character's if possible, else another's. */
export function useWayToCredential() {
  const navigate = useNavigate()
  const current = useAppSelector(selectCurrentCharacter)
  const characters = useAppSelector((state) => state.characters.characters)
  return (name: string) => {
    const page = pageOf(name, current, characters)
    return page && { path: page[0], go: () => void navigate(...page) }
  }
}

function pageOf(
  name: string,
  current: Character | undefined,
  characters: readonly Character[],
): [path: string, options?: NavigateOptions] | undefined {
  const own = current && credentialSource(current, name)?.at
  if (current && own?.kind === 'onboarding') return onboardingPage(current.id, own.screenId)
  if (own?.kind === 'useCase') return [`/uc/${own.slug}`]
  if (name === confirmedPersonName) return [confirmedPersonPath]
  const other = characters.find((character) => credentialSource(character, name)?.at?.kind === 'onboarding')
  return other && [`/demo/${other.id}`]
}
