import type { Character } from '@lastmile/contracts'
import { isUploaded } from '@lastmile/contracts/uploaded'
import { useCallback, useEffect } from 'react'
import type { Failure } from '../../api/api-error.ts'
import { useAppDispatch, useAppSelector } from '../app-thunk.ts'
import { fetchCharacter, fetchCharacters } from './characters-slice.ts'

interface WantedCharacter {
  /** The listed ones, plus requested hidden ones. */
  characters: readonly Character[]
  character: Character | undefined
  /** No character has this name. */
  isUnknown: boolean
  /** Without a failure and a character, the fetch is pending. */
  failure: Failure | null
  isTrying: boolean
  onRetry: () => void
}

/** All characters, plus the requested one: a hidden character is fetched separately. */
export function useCharacter(id: string | null): WantedCharacter {
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

  return { characters, character, isUnknown, failure, isTrying: isLoading, onRetry: fetch }
}
