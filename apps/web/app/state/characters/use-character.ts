import type { Character } from '@lastmile/contracts'
import { isUploaded } from '@lastmile/contracts/uploaded'
import { useCallback, useEffect } from 'react'
import type { Failure } from '../../api/api-error.ts'
import { useAppDispatch, useAppSelector } from '../app-thunk.ts'
import { fetchCharacter, fetchCharacters } from './characters-slice.ts'

interface WantedCharacter {
  /** Those of the list, and hidden ones that were asked for. */
  characters: readonly Character[]
  character: Character | undefined
  /** There is none of this name. */
  isUnknown: boolean
  /** Without this and without the character it is still on its way. */
  failure: Failure | null
  isTrying: boolean
  onRetry: () => void
}

/** The characters for a page, with the one that it needs: a hidden one is not in the list, and asked for by itself. */
export function useCharacter(id: string | null): WantedCharacter {
  const dispatch = useAppDispatch()
  const { characters, uploadedCharacter, isListed, unknownCharacters, isLoading, error, errorOf } = useAppSelector(
    (state) => state.characters,
  )
  const character = [...characters, ...(uploadedCharacter ? [uploadedCharacter] : [])].find((known) => known.id === id)
  const isUnknown = id !== null && unknownCharacters.includes(id)
  // What a visitor brought along is nowhere but here.
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
