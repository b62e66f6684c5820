import { isConnected } from '@lastmile/journey'
import { useEffect, useEffectEvent, useRef } from 'react'
import { forgottenFailure } from '../../api/api-error.ts'
import { useAppDispatch, useAppSelector } from '../../state/app-thunk.ts'
import { connectionOfScreen, deepLinkOpened, invitationFailed, invitationRequested } from './connection-slice.ts'
import { createInvitation, type InvitationWish, openConnection } from './connection-thunks.ts'
import { useDeepLink } from './use-deep-link.ts'

/** Times that a screen makes anew by itself what the server has forgotten: it may forget each one. */
export const mostRenewals = 2

/**
 * The current CONNECT or CONNECTION screen's connection. Creates an invitation when there is none, also after the
 * server or another tab dropped it, `mostRenewals` times; then the visitor decides.
 */
export function useInvitation(wish: InvitationWish) {
  const dispatch = useAppDispatch()
  const connection = useAppSelector((state) => connectionOfScreen(state.connection, wish.screen))
  const { isLoading, error } = useAppSelector((state) => state.connection)
  const deepLink = useDeepLink(connection?.invitationUrl ?? null, () => dispatch(deepLinkOpened()))

  const opened = useRef(0)
  const open = useEffectEvent(() => {
    if (opened.current <= mostRenewals) void dispatch(openConnection(wish))
    else {
      dispatch(invitationRequested(wish.screen))
      dispatch(invitationFailed({ screen: wish.screen, failure: forgottenFailure('invitation') }))
    }
    opened.current += 1
  })
  // The family may have been switched since.
  const isThere = connection !== undefined && (connection.id === null) === (wish.protocol === 'openid4vc')
  const isMissing = !isThere && !isLoading && error === null
  useEffect(() => {
    if (isMissing || opened.current === 0) open()
  }, [isMissing])

  return {
    connection,
    isConnected: isConnected(connection?.state, wish.flow),
    failure: error,
    isTrying: isLoading,
    /** Not while the code arrives, which would push the way past it from under the pointer. */
    mayBeSkipped: !isConnected(connection?.state, wish.flow) && !isLoading,
    deepLink,
    onRenew: () => void dispatch(createInvitation(wish)),
  }
}
