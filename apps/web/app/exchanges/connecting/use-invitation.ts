import { isConnected } from '@lastmile/journey'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useAppDispatch, useAppSelector } from '../../state/app-thunk.ts'
import { connectionOfScreen, deepLinkOpened } from './connection-slice.ts'
import { createInvitation, type InvitationWish, openConnection } from './connection-thunks.ts'
import { useDeepLink } from './use-deep-link.ts'

/**
 * The current CONNECT or CONNECTION screen's connection. Creates an invitation when there is none, also after the
 * server or another tab dropped it.
 */
export function useInvitation(wish: InvitationWish) {
  const dispatch = useAppDispatch()
  const connection = useAppSelector((state) => connectionOfScreen(state.connection, wish.screen))
  const { isLoading, error } = useAppSelector((state) => state.connection)
  const deepLink = useDeepLink(connection?.invitationUrl ?? null, () => dispatch(deepLinkOpened()))

  const open = useEffectEvent(() => void dispatch(openConnection(wish)))
  const isOpened = useRef(false)
  const isMissing = connection === undefined && !isLoading && error === null
  useEffect(() => {
    if (isMissing || !isOpened.current) open()
    isOpened.current = true
  }, [isMissing])

  return {
    connection,
    isConnected: isConnected(connection?.state, wish.flow),
    failure: error,
    isTrying: isLoading,
    deepLink,
    onRenew: () => void dispatch(createInvitation(wish)),
  }
}
