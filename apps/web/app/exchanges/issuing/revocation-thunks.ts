import { sameCredential } from '@lastmile/journey'
import { failureOf } from '../../api/api-error.ts'
import { createAppThunk } from '../../state/app-thunk.ts'
import { revocationEnded, revocationStarted } from './credentials-slice.ts'

/** Revokes a credential of this visit, publishes that and notifies the wallet (docs/product.md, section 7). */
export const revokeCredential = createAppThunk(
  'credentials/revoke',
  async ({ name, comment }: { name: string; comment: string }, { dispatch, getState, extra }) => {
    const { revokableCredentials, issuedCredentials } = getState().credentials
    const revokable = revokableCredentials.find((candidate) => sameCredential(candidate.name, name))
    if (!revokable) return
    const threadId = issuedCredentials.find((entry) => sameCredential(entry.name, name))?.threadId
    dispatch(revocationStarted())
    try {
      await extra.call('revoke', {
        body: {
          comment,
          connection_id: revokable.connectionId,
          cred_rev_id: revokable.credRevocationId,
          notify: true,
          notify_version: 'v2_0',
          publish: true,
          rev_reg_id: revokable.revocationRegId,
          ...(threadId ? { thread_id: threadId } : {}),
        },
      })
      dispatch(revocationEnded({ name }))
    } catch (error) {
      dispatch(revocationEnded({ name, failure: failureOf(error) }))
    }
  },
  { condition: (_, { getState }) => !getState().credentials.isLoading },
)
