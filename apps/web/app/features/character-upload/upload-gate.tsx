import { Suspense } from 'react'
import { useAppSelector } from '../../state/app-thunk.ts'
import { selectLostUpload } from '../../state/characters/character-selectors.ts'
import { fetchedLater } from '../../ui/fetched-later.ts'

const CharacterUpload = fetchedLater(() => import('./character-upload.tsx').then((file) => file.CharacterUpload))

/** Fetches the upload of a character where the operator offers it, or one was begun or lost. */
export function UploadGate() {
  const isOffered = useAppSelector((state) => state.preferences.characterUploadEnabled)
  const isBegun = useAppSelector((state) => state.characters.upload !== null)
  const isLost = useAppSelector(selectLostUpload) !== undefined
  return isOffered || isBegun || isLost ? (
    <Suspense fallback={null}>
      <CharacterUpload />
    </Suspense>
  ) : null
}
