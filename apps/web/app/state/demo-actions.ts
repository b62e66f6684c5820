import type { Invitation, Protocol, SharedState, SocketMessage, TabState } from '@lastmile/contracts'
import { createAction } from '@reduxjs/toolkit'

/** Actions that several slices handle. */

/**
 * Clears all but the fetched lists, the live link's status and the theme (docs/product.md, section 4).
 * `switch` begins with another character: the operator's options and the upload stay too.
 */
export const demoReset = createAction<'switch' | undefined>('demo/reset')

/** This browser's stored state: everything at the start, then the slices changed by another tab. */
export const stateRestored = createAction<Partial<SharedState & TabState>>('demo/stateRestored')

/** `changed`: a different character, which drops the earlier one's progress. */
export const characterPicked = createAction<{ id: string; changed: boolean }>('demo/characterPicked')

/** The screen with this key has an invitation; the first one begins the visit. */
export const invitationCreated = createAction<{
  screen: string
  protocol: Protocol
  invitation: Invitation
  createdAt: string
}>('connection/invitationCreated')

/** The party of the screen with this key is met without a connection; the first one begins the visit. */
export const connectionNotNeeded = createAction<{ screen: string; protocol: Protocol; createdAt: string }>(
  'connection/notNeeded',
)

/** The family of wallets for what is issued from now on. */
export const protocolChosen = createAction<Protocol>('demo/protocolChosen')

/** A new offer takes the place of the revoked credential of this exchange. */
export const revokedReplaced = createAction<string>('demo/revokedReplaced')

/** A validated live message. */
export const messageReceived = createAction<SocketMessage>('demo/messageReceived')

/** The Confirmed Person flow ended with a connection: the dashboard comes next, and pending work is dropped. */
export const confirmedPersonFinished = createAction('demo/confirmedPersonFinished')

/** Completed; drops the pending state of this use case. */
export const completedUseCase = createAction<{ slug: string }>('demo/useCaseCompleted')

/** Left before its completion. */
export const leftUseCase = createAction<{ slug: string }>('demo/useCaseLeft')
