import { isConnected } from '@lastmile/journey'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
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
  const earlier = useAppSelector((state) => connectionOfScreen(state.connection, wish.screen))
  // The family may have been switched since.
  const isOfFamily = earlier !== undefined && (earlier.id === null) === (wish.protocol === 'openid4vc')
  const connection = isOfFamily ? earlier : undefined
  const isComplete = isConnected(connection?.state, wish.flow)
  const [wasConnected] = useState(isComplete)
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
  const isMissing = !connection && !isLoading && error === null
  useEffect(() => {
    if (isMissing || opened.current === 0) open()
  }, [isMissing])

  return {
    connection,
    isConnected: isComplete,
    /** Returning to a completed step must not advance the visitor. */
    wasConnected,
    failure: error,
    isTrying: isLoading,
    /** Not while the code arrives, which would push the way past it from under the pointer. */
    mayBeSkipped: !isComplete && !isLoading,
    deepLink,
    onRenew: () => void dispatch(createInvitation(wish)),
  }
}
