import { useEffect } from 'react'
import { useAppDispatch, useAppSelector } from '../state/app-thunk.ts'
import { selectCharacter } from '../state/characters/character-selectors.ts'
import { fetchCharacter } from '../state/characters/characters-slice.ts'

/** The character with this slug, fetched where the page does not have it yet, hidden ones too. */
export function useCharacter(slug: string | null) {
  const dispatch = useAppDispatch()
  const character = useAppSelector((state) => selectCharacter(state, slug))
  const isUnknown = useAppSelector((state) => slug === null || state.characters.unlisted[slug] === null)
  const { isLoading, error } = useAppSelector((state) => state.characters)
  const isDue = !character && !isUnknown && !isLoading && error === null
  const onRetry = () => {
    if (slug !== null) void dispatch(fetchCharacter(slug))
  }

  useEffect(() => {
    if (isDue && slug !== null) void dispatch(fetchCharacter(slug))
  }, [isDue, slug, dispatch])

  return { character, isUnknown, failure: error, isTrying: isLoading || isDue, onRetry }
}
