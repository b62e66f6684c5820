import type { CredentialToIssue } from '@lastmile/contracts'
import { isUploaded } from '@lastmile/contracts/uploaded'
import { failureOf, isAbort } from '../../api/api-error.ts'
import { readyCredentialDefinition } from '../../api/credential-definition.ts'
import { abortError } from '../../api/retry.ts'
import { createAppThunk } from '../app-thunk.ts'
import {
  credentialRegistered,
  pickCharacter,
  type Upload,
  uploadEnded,
  uploadFailed,
  uploadStarted,
} from './characters-slice.ts'

/**
 * Registers a character's credentials, one after the other (docs/product.md, section 4). Registered ones are found at
 * once: a repeated upload resumes.
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
    // A new file replaces the old one, and the visit as that character.
    if (isUploaded(currentCharacter)) await dispatch(pickCharacter(character.id))
  },
)

/** Registration needs only names: values stay on this page until issuing. */
const withoutValues = ({ name, version, revocable, attributes }: CredentialToIssue): CredentialToIssue => ({
  name,
  version,
  revocable,
  attributes: attributes.map((attribute) => ({ name: attribute.name, value: '' })),
})
