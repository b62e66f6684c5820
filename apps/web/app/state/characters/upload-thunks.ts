import type { Character, CredentialToIssue } from '@lastmile/contracts'
import { isUploaded } from '@lastmile/contracts/uploaded'
import { failureOf, isAbort } from '../../api/api-error.ts'
import { readyCredentialDefinition } from '../../api/credential-definition.ts'
import { abortError } from '../../api/retry.ts'
import { createAppThunk } from '../app-thunk.ts'
import { credentialRegistered, pickCharacter, uploadEnded, uploadFailed, uploadStarted } from './characters-slice.ts'

export interface Upload {
  /** Checked, with the slugs of an uploaded one. */
  character: Character
  /** Those of all its screens. */
  credentials: CredentialToIssue[]
}

/**
 * Has the credentials of a character registered, one after the other (docs/product.md, section 4). What is registered
 * already is found at once, so an upload that was broken off goes on where it stood when it is begun again.
 */
export const uploadCharacter = createAppThunk(
  'characters/upload',
  async ({ character, credentials }: Upload, { dispatch, getState, extra, requestId }) => {
    const whileWanted = () => {
      if (getState().characters.upload?.id !== requestId) throw abortError()
    }
    dispatch(uploadStarted({ id: requestId, character, credentials }))
    try {
      for (const credential of credentials) {
        await readyCredentialDefinition(extra.call, withoutValues(credential), {
          onPreparing: whileWanted,
          onRetry: (error) => {
            whileWanted()
            dispatch(uploadFailed({ failure: failureOf(error), isOver: false }))
          },
        })
        whileWanted()
        dispatch(credentialRegistered())
      }
    } catch (error) {
      const isWanted = getState().characters.upload?.id === requestId
      if (isWanted && !isAbort(error)) dispatch(uploadFailed({ failure: failureOf(error), isOver: true }))
      return
    }
    dispatch(uploadEnded())
    const { currentCharacter } = getState().characters
    // Another file takes the place of the one before, and of the visit as that character.
    if (isUploaded(currentCharacter)) await dispatch(pickCharacter(character.id))
  },
)

/** To be registered, names are enough: values stay in this page until they are issued. */
const withoutValues = ({ name, version, revocable, attributes }: CredentialToIssue): CredentialToIssue => ({
  name,
  version,
  revocable,
  attributes: attributes.map((attribute) => ({ name: attribute.name, value: '' })),
})
