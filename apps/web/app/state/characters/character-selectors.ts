import type { Character } from '@lastmile/contracts'
import { isUploaded } from '@lastmile/contracts/uploaded'
import type { RootState } from '../../state/root-state.ts'

/** The character of this slug, if fetched or uploaded. */
export function selectCharacter({ characters }: RootState, slug: string | null): Character | undefined {
  if (slug === null) return undefined
  const { uploadedCharacter } = characters
  if (uploadedCharacter?.id === slug) return uploadedCharacter
  return characters.characters.find((character) => character.id === slug)
}

export const selectCurrentCharacter = (state: RootState): Character | undefined =>
  selectCharacter(state, state.characters.currentCharacter)

/** The slug of an uploaded character that a reload has lost: the browser does not store the file; ask again. */
export function selectLostUpload({ characters }: RootState): string | undefined {
  const { currentCharacter, uploadedSlug, uploadedCharacter } = characters
  const wanted = isUploaded(currentCharacter) ? currentCharacter : uploadedSlug
  return wanted === null || uploadedCharacter?.id === wanted ? undefined : wanted
}
