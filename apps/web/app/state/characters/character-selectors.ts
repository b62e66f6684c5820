import type { Character } from '@lastmile/contracts'
import type { RootState } from '../../state/root-state.ts'

export function selectCurrentCharacter({ characters }: RootState): Character | undefined {
  const { currentCharacter, uploadedCharacter } = characters
  if (currentCharacter === null) return undefined
  if (uploadedCharacter?.id === currentCharacter) return uploadedCharacter
  return characters.characters.find((character) => character.id === currentCharacter)
}
