import type { Protocol } from '@lastmile/contracts'
import { flowTypes, goalCodes } from '@lastmile/contracts/constants'
import { familyOf } from '@lastmile/contracts/protocols'
import { type Flow, isConnected } from '@lastmile/journey'
import { failureOf, isNotFound } from '../../api/api-error.ts'
import { abortError } from '../../api/retry.ts'
import { type AppThunk, createAppThunk } from '../../state/app-thunk.ts'
import { connectionNotNeeded, invitationCreated } from '../../state/demo-actions.ts'
import {
  allConnections,
  connectionFetched,
  connectionGone,
  connectionOfScreen,
  connectionScreenOpened,
  invitationFailed,
  invitationRequested,
  invitationRetrying,
  isAwaited,
  meetingOfScreen,
} from './connection-slice.ts'
import { introductionOf } from './introduction.ts'

export interface InvitationWish {
  /** Screen key, see `screen-key.ts`. */
  screen: string
  /** The peer's name in the wallet; the brand by default. */
  label?: string | undefined
  imageUrl?: string | undefined
  flow?: Flow
  goal?: keyof typeof goalCodes
  /** The family in which the party of the screen is met. */
  protocol: Protocol
}

/**
 * Call it when a CONNECT or CONNECTION screen shows: restores the screen's connection, or creates an invitation. A
 * second call never creates a second one.
 */
export function openConnection(wish: InvitationWish): AppThunk {
  return async (dispatch, getState) => {
    const { screen, protocol } = wish
    dispatch(connectionScreenOpened(screen))
    if (!familyOf(protocol).needsConnection) {
      if (meetingOfScreen(getState().connection, screen)?.protocol !== protocol)
        dispatch(connectionNotNeeded({ screen, protocol, createdAt: new Date().toISOString() }))
      return
    }
    const known = connectionOfScreen(getState().connection, screen)
    if (known && known.state !== 'abandoned') {
      await dispatch(refreshConnections())
      if (connectionOfScreen(getState().connection, screen)) return
    }
    await dispatch(createInvitation(wish))
  }
}

/** Always creates a new invitation: for 'Try Again', or after the wallet declined. */
export const createInvitation = createAppThunk(
  'connection/createInvitation',
  async (wish: InvitationWish, { dispatch, getState, extra, requestId }) => {
    const { screen, protocol } = wish
    dispatch(invitationRequested(screen))
    const whileAwaited = () => {
      if (!isAwaited(getState().connection, screen)) throw abortError()
    }
    try {
      const invitation = await extra.call('createInvite', {
        body: {
          ...introductionOf(wish.label, wish.imageUrl),
          goal_code: goalCodes[wish.goal ?? 'issue'],
          flow_type: flowTypes[wish.flow ?? 'onboarding'],
          // A retry after a lost answer is given the same invitation.
          request_id: requestId,
        },
        onRetry: (error) => {
          whileAwaited()
          dispatch(invitationRetrying({ screen, failure: failureOf(error) }))
        },
      })
      whileAwaited()
      dispatch(invitationCreated({ screen, protocol, invitation, createdAt: new Date().toISOString() }))
    } catch (error) {
      dispatch(invitationFailed({ screen, failure: failureOf(error) }))
    }
  },
  {
    condition: (wish, { getState }) =>
      !(getState().connection.isLoading && getState().connection.screen === wish.screen),
  },
)

/** Fetches the state of every connection not yet established; forgets those unknown to the server. */
export const refreshConnections =
  (): AppThunk =>
  async (dispatch, getState, { call }) => {
    const open = allConnections(getState().connection).filter((connection) => !isConnected(connection.state))
    await Promise.all(
      open.map(async ({ id, invitationId }) => {
        try {
          dispatch(
            connectionFetched(await call('getConnectionByInvitation', { params: { id: invitationId }, retry: false })),
          )
        } catch (error) {
          // Other failures keep the state; the live link or the next refresh updates it.
          if (isNotFound(error)) dispatch(connectionGone(id))
        }
      }),
    )
  }
