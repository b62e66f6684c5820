import { familyOf } from '@lastmile/contracts/protocols'
import { isMet } from '@lastmile/journey'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { forgottenFailure } from '../../api/api-error.ts'
import { useAppDispatch, useAppSelector } from '../../state/app-thunk.ts'
import { deepLinkOpened, invitationFailed, invitationRequested, meetingOfScreen } from './connection-slice.ts'
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
  const earlier = useAppSelector((state) => meetingOfScreen(state.connection, wish.screen))
  // The family may have been switched since.
  const meeting = earlier?.protocol === wish.protocol ? earlier : undefined
  const connection = meeting?.kind === 'connection' ? meeting : undefined
  const isComplete = isMet(meeting, wish.flow)
  const [wasMet] = useState(isComplete)
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
  const isMissing = !meeting && !isLoading && error === null
  useEffect(() => {
    if (isMissing || opened.current === 0) open()
  }, [isMissing])

  return {
    connection,
    isMet: isComplete,
    /** Name of the family in which the party needs no connection. */
    connectionless: meeting?.kind === 'invitation' ? familyOf(meeting.protocol).name : undefined,
    /** Returning to a completed step must not advance the visitor. */
    wasMet,
    failure: error,
    isTrying: isLoading,
    /** Not while the code arrives, which would push the way past it from under the pointer. */
    mayBeSkipped: !isComplete && !isLoading,
    deepLink,
    onRenew: () => void dispatch(createInvitation(wish)),
  }
}
