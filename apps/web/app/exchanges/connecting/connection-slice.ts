import type { ConnectionRecord, ConnectionState } from '@lastmile/contracts'
import { connectionStates } from '@lastmile/contracts/constants'
import { isConnected } from '@lastmile/journey'
import { createSlice, type PayloadAction, weakMapMemoize } from '@reduxjs/toolkit'
import type { Failure } from '../../api/api-error.ts'
import {
  characterPicked,
  completedUseCase,
  confirmedPersonFinished,
  invitationCreated,
  leftUseCase,
  messageReceived,
  stateRestored,
} from '../../state/demo-actions.ts'
import { isScreenOf } from './screen-key.ts'

/** One invitation and what became of it. */
export interface ScreenConnection {
  id: string
  /** `@id` of the invitation, by which the server is asked for the connection. */
  invitationId: string
  state: ConnectionState
  invitationUrl: string
  /** The same invitation behind a short address, for the QR code. */
  shortUrl: string
  /** The wallet was opened by deep link on this device. */
  isDeepLink: boolean
}

export interface ConnectionsState {
  /** The connection of the screen last opened, under the order's names (docs/product.md, section 3); null before there is one. */
  id: string | null
  invitationId: string | null
  state: ConnectionState | null
  invitationUrl: string | null
  shortUrl: string | null
  isDeepLink: boolean
  /** Key of the screen that the connection above belongs to: a character may connect to several issuers. */
  screen: string | null
  /** Connections of other screens, by the screen's key. */
  earlier: Record<string, ScreenConnection>
  isLoading: boolean
  /** May stand while loading: the call is then being repeated by itself. */
  error: Failure | null
}

declare module '../../state/root-state.ts' {
  interface RootState {
    connection: ConnectionsState
  }
  interface PersistedState {
    connection: KeptConnections
  }
}

/** What the browser keeps: an invitation that is on its way is the page's own affair. */
export type KeptConnections = Omit<ConnectionsState, 'isLoading' | 'error'>

const none = {
  id: null,
  invitationId: null,
  state: null,
  invitationUrl: null,
  shortUrl: null,
  isDeepLink: false,
} as const

export const initialConnection: ConnectionsState = { ...none, screen: null, earlier: {}, isLoading: false, error: null }

/** The connection of a screen, whether it was opened last or before. */
export function connectionOfScreen(connections: ConnectionsState, screen: string): ScreenConnection | undefined {
  if (connections.screen === screen) return currentConnection(connections)
  return connections.earlier[screen]
}

function toConnection(connections: KeptConnections): ScreenConnection | undefined {
  const { id, invitationId, state, invitationUrl, shortUrl, isDeepLink } = connections
  if (id === null || invitationId === null || state === null || invitationUrl === null || shortUrl === null) return
  return { id, invitationId, state, invitationUrl, shortUrl, isDeepLink }
}

/** The same object as long as the slice is the same, so that components which select it don't render for nothing. */
export const currentConnection = weakMapMemoize(toConnection)

/** Every connection under the key of its screen. */
export function connectionsByScreen(connections: KeptConnections): Record<string, ScreenConnection> {
  const current = toConnection(connections)
  const { screen, earlier } = connections
  return screen !== null && current ? { ...earlier, [screen]: current } : earlier
}

/** The other way round, with `screen` as the one opened last. */
export function withCurrentScreen(byScreen: Record<string, ScreenConnection>, screen: string | null): KeptConnections {
  const { [screen ?? '']: current, ...earlier } = byScreen
  return { ...none, ...current, screen, earlier }
}

export function allConnections(connections: ConnectionsState): ScreenConnection[] {
  const current = currentConnection(connections)
  return current ? [...Object.values(connections.earlier), current] : Object.values(connections.earlier)
}

/** States only move forward: a late message must not undo an established connection. */
function later(known: ConnectionState, heard: ConnectionState): ConnectionState {
  if (heard === 'abandoned') return isConnected(known) ? known : heard
  if (known === 'abandoned') return isConnected(heard) ? heard : known
  return connectionStates.indexOf(heard) > connectionStates.indexOf(known) ? heard : known
}

function stateHeard(connections: ConnectionsState, id: string, heard: ConnectionState) {
  if (connections.id === id && connections.state) connections.state = later(connections.state, heard)
  for (const connection of Object.values(connections.earlier)) {
    if (connection.id === id) connection.state = later(connection.state, heard)
  }
}

/** Makes the screen's own connection the current one. */
function openScreen(state: ConnectionsState, screen: string) {
  if (state.screen === screen) return
  Object.assign(state, withCurrentScreen(connectionsByScreen(state), screen), { isLoading: false, error: null })
}

/** The visitor may have gone on, reset the demo, or taken over another tab's invitation while the answer was under way. */
export const isAwaited = (state: ConnectionsState, screen: string) => state.isLoading && state.screen === screen

const connectionSlice = createSlice({
  name: 'connection',
  initialState: initialConnection,
  reducers: {
    /** Without a connection of its own, the screen is due a new invitation. */
    connectionScreenOpened(state, { payload: screen }: PayloadAction<string>) {
      openScreen(state, screen)
    },
    invitationRequested(state, { payload: screen }: PayloadAction<string>) {
      openScreen(state, screen)
      Object.assign(state, none, { isLoading: true, error: null })
    },
    invitationRetrying(state, { payload }: PayloadAction<{ screen: string; failure: Failure }>) {
      if (isAwaited(state, payload.screen)) state.error = payload.failure
    },
    invitationFailed(state, { payload }: PayloadAction<{ screen: string; failure: Failure }>) {
      if (!isAwaited(state, payload.screen)) return
      state.isLoading = false
      state.error = payload.failure
    },
    /** What the server says on being asked. */
    connectionFetched(state, { payload }: PayloadAction<ConnectionRecord>) {
      stateHeard(state, payload.connection_id, payload.state)
    },
    /** The server does not know this connection any more. */
    connectionGone(state, { payload: id }: PayloadAction<string>) {
      if (state.id === id) Object.assign(state, none)
      for (const [screen, connection] of Object.entries(state.earlier)) {
        if (connection.id === id) delete state.earlier[screen]
      }
    },
    /** The visitor opened the wallet on this device. */
    deepLinkOpened(state) {
      state.isDeepLink = true
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(invitationCreated, (state, { payload: { invitation } }) => {
        state.id = invitation.connection_id
        state.invitationId = invitation.invi_msg_id
        state.state = invitation.state
        state.invitationUrl = invitation.invitation_url
        state.shortUrl = invitation.short_url
        state.isLoading = false
        state.error = null
      })
      .addCase(messageReceived, (state, { payload }) => {
        if (payload.endpoint === 'connections') stateHeard(state, payload.connection_id, payload.state)
      })
      .addCase(stateRestored, (state, { payload }) =>
        payload.connection ? restored(state, payload.connection) : state,
      )
      .addCase(characterPicked, (state, { payload }) => (payload.changed ? initialConnection : state))
      .addCase(confirmedPersonFinished, () => initialConnection)
      .addCase(completedUseCase, (state, { payload }) => forgetConnections(state, payload.slug))
      .addCase(leftUseCase, (state, { payload }) => forgetConnections(state, payload.slug)),
})

/**
 * Another tab may have opened another screen last; this page stays at its own, with its own invitation under way. Where it
 * has heard more than the other tab it stays ahead.
 */
function restored(state: ConnectionsState, kept: KeptConnections): ConnectionsState {
  const { screen, isLoading, error } = state
  const known = new Map(allConnections(state).map((connection) => [connection.id, connection.state]))
  const byScreen = Object.entries(connectionsByScreen(kept)).map(([key, connection]) => {
    const { id, state: told } = connection
    return [key, { ...connection, state: later(known.get(id) ?? told, told) }] as const
  })
  const mine = withCurrentScreen(Object.fromEntries(byScreen), screen ?? kept.screen)
  return mine.id === null ? { ...mine, isLoading, error } : { ...mine, isLoading: false, error: null }
}

/** The next run of a use case meets its verifier anew; another one may be playing in another tab. */
function forgetConnections(state: ConnectionsState, slug: string) {
  if (state.screen !== null && isScreenOf(slug, state.screen)) {
    Object.assign(state, none, { screen: null, isLoading: false, error: null })
  }
  for (const screen of Object.keys(state.earlier)) {
    if (isScreenOf(slug, screen)) delete state.earlier[screen]
  }
}

export const {
  connectionScreenOpened,
  invitationRequested,
  invitationRetrying,
  invitationFailed,
  connectionFetched,
  connectionGone,
  deepLinkOpened,
} = connectionSlice.actions
export const connectionReducer = connectionSlice.reducer
