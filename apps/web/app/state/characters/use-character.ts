import { isUploaded } from '@lastmile/contracts/uploaded'
import { useCallback, useEffect } from 'react'
import { useAppDispatch, useAppSelector } from '../app-thunk.ts'
import { fetchCharacter, fetchCharacters } from './characters-slice.ts'

/** All characters, plus the requested one: a hidden character is fetched separately. */
export function useCharacter(id: string | null) {
  const dispatch = useAppDispatch()
  const { characters, uploadedCharacter, isListed, unknownCharacters, isLoading, error, errorOf } = useAppSelector(
    (state) => state.characters,
  )
  const character = [...characters, ...(uploadedCharacter ? [uploadedCharacter] : [])].find((known) => known.id === id)
  const isUnknown = id !== null && unknownCharacters.includes(id)
  // An uploaded character exists only here.
  const isMissing = id !== null && !character && !isUnknown && !isUploaded(id)

  const fetch = useCallback(() => {
    if (!isListed) void dispatch(fetchCharacters())
    else if (id !== null && !isUploaded(id)) void dispatch(fetchCharacter(id))
  }, [dispatch, isListed, id])
  const failure = errorOf === null || errorOf === id ? error : null
  const isDue = (!isListed || isMissing) && !isLoading && failure === null
  useEffect(() => {
    if (isDue) fetch()
  }, [isDue, fetch])

  return {
    /** The listed ones, plus requested hidden ones. */
    characters,
    character,
    /** No character has this name. */
    isUnknown,
    /** Without a failure and a character, the fetch is pending. */
    failure,
    isTrying: isLoading,
    onRetry: fetch,
  }
}
