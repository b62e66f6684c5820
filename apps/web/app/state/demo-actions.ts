import type { Invitation, SocketMessage } from '@lastmile/contracts'
import { createAction } from '@reduxjs/toolkit'
import type { PersistedState } from './root-state.ts'

/** Actions that several slices answer to. */

/**
 * Clears all but the fetched lists, the live link's status and the theme (docs/product.md, section 4).
 * `switch` begins with another character: the operator's options and the upload stay too.
 */
export const demoReset = createAction<'switch' | undefined>('demo/reset')

/** What this browser kept: all of it at the start, later the slices that another tab has changed. */
export const stateRestored = createAction<Partial<PersistedState>>('demo/stateRestored')

/** `changed`: another character than before, so whatever the earlier one did is forgotten. */
export const characterPicked = createAction<{ id: string; changed: boolean }>('demo/characterPicked')

/** An invitation is there for the screen of this key; the first one begins the visit. */
export const invitationCreated = createAction<{ screen: string; invitation: Invitation; createdAt: string }>(
  'connection/invitationCreated',
)

/** A live message, checked. */
export const messageReceived = createAction<SocketMessage>('demo/messageReceived')

/** The Confirmed Person flow ended with a connection: the dashboard comes next, and pending work is dropped. */
export const confirmedPersonFinished = createAction('demo/confirmedPersonFinished')

/** Recorded as done; what this use case had open is forgotten. */
export const completedUseCase = createAction<{ slug: string }>('demo/useCaseCompleted')

/** Left without completing it. */
export const leftUseCase = createAction<{ slug: string }>('demo/useCaseLeft')
