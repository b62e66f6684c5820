import type { Character } from '@lastmile/contracts'
import type { RootState } from '../../state/root-state.ts'

/** The character with this slug, as far as it was fetched. */
export function selectCharacter({ characters }: RootState, slug: string | null): Character | undefined {
  if (slug === null) return undefined
  const { uploadedCharacter } = characters
  if (uploadedCharacter?.id === slug) return uploadedCharacter
  return characters.characters.find((character) => character.id === slug)
}

export const selectCurrentCharacter = (state: RootState): Character | undefined =>
  selectCharacter(state, state.characters.currentCharacter)
