import type { ConnectionRecord, ConnectionState, Meeting, ScreenConnection, SharedState } from '@lastmile/contracts'
import { laterState } from '@lastmile/contracts/lifecycles'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Failure } from '../../api/api-error.ts'
import {
  characterPicked,
  completedUseCase,
  confirmedPersonFinished,
  connectionNotNeeded,
  invitationCreated,
  leftUseCase,
  messageReceived,
  stateRestored,
} from '../../state/demo-actions.ts'
import { type Fetching, failed, idle, loading } from '../../state/fetching.ts'
import { initialShared } from '../../state/initial-state.ts'
import { isScreenOf } from './screen-key.ts'

type StoredConnections = SharedState['connection']

/** A pending invitation belongs to the page alone. */
export interface ConnectionsState extends StoredConnections, Fetching {}

export const initialConnection: ConnectionsState = { ...initialShared.connection, ...idle }

export const connectionOf = (meeting: Meeting | undefined) => (meeting?.kind === 'connection' ? meeting : undefined)

export const meetingOfScreen = ({ byScreen }: ConnectionsState, screen: string): Meeting | undefined => byScreen[screen]

export const connectionOfScreen = ({ byScreen }: ConnectionsState, screen: string): ScreenConnection | undefined =>
  connectionOf(byScreen[screen])

export const currentConnection = ({ byScreen, screen }: ConnectionsState): ScreenConnection | undefined =>
  connectionOf(byScreen[screen ?? ''])

export const allConnections = ({ byScreen }: ConnectionsState): ScreenConnection[] =>
  Object.values(byScreen).flatMap((meeting) => connectionOf(meeting) ?? [])

function updateState(connections: ConnectionsState, id: string, reported: ConnectionState) {
  for (const connection of allConnections(connections)) {
    if (connection.id === id) connection.state = laterState('connection', connection.state, reported)
  }
}

/** Keeps the connections in the order of their screens' opening. */
function openScreen(state: ConnectionsState, screen: string) {
  if (state.screen === screen) return
  const { [screen]: own, ...others } = state.byScreen
  const byScreen = own ? { ...others, [screen]: own } : others
  Object.assign(state, { byScreen, screen }, idle)
}

/** False once the visitor moved on, reset the demo, or took over another tab's invitation before the answer came. */
export const isAwaited = (state: ConnectionsState, screen: string) => state.isLoading && state.screen === screen

const connectionSlice = createSlice({
  name: 'connection',
  initialState: initialConnection,
  reducers: {
    /** A screen without a connection needs a new invitation. */
    connectionScreenOpened(state, { payload: screen }: PayloadAction<string>) {
      openScreen(state, screen)
    },
    invitationRequested(state, { payload: screen }: PayloadAction<string>) {
      openScreen(state, screen)
      delete state.byScreen[screen]
      Object.assign(state, loading)
    },
    invitationRetrying(state, { payload }: PayloadAction<{ screen: string; failure: Failure }>) {
      if (isAwaited(state, payload.screen)) state.error = payload.failure
    },
    invitationFailed(state, { payload }: PayloadAction<{ screen: string; failure: Failure }>) {
      if (isAwaited(state, payload.screen)) Object.assign(state, failed(payload.failure))
    },
    connectionFetched(state, { payload }: PayloadAction<ConnectionRecord>) {
      updateState(state, payload.connection_id, payload.state)
    },
    /** The server no longer knows this connection. */
    connectionGone(state, { payload: id }: PayloadAction<string>) {
      for (const [screen, meeting] of Object.entries(state.byScreen)) {
        if (connectionOf(meeting)?.id === id) delete state.byScreen[screen]
      }
    },
    deepLinkOpened(state) {
      const connection = currentConnection(state)
      if (connection) connection.isDeepLink = true
    },
    invitationHandedOver(state, { payload: link }: PayloadAction<string>) {
      const connection = allConnections(state).find(({ invitationUrl }) => invitationUrl === link)
      if (connection) connection.isHandedOver = true
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(invitationCreated, (state, { payload: { screen, invitation, protocol } }) => {
        state.byScreen[screen] = {
          kind: 'connection',
          protocol,
          id: invitation.connection_id,
          invitationId: invitation.invi_msg_id,
          state: invitation.state,
          invitationUrl: invitation.invitation_url,
          shortUrl: invitation.short_url,
          isDeepLink: false,
        }
        Object.assign(state, idle)
      })
      .addCase(connectionNotNeeded, (state, { payload: { screen, protocol } }) => {
        openScreen(state, screen)
        state.byScreen[screen] = { kind: 'invitation', protocol }
        Object.assign(state, idle)
      })
      .addCase(messageReceived, (state, { payload }) => {
        if (payload.endpoint === 'connections') updateState(state, payload.connection_id, payload.state)
      })
      .addCase(stateRestored, (state, { payload }) =>
        payload.connection ? restored(state, payload.connection) : state,
      )
      .addCase(characterPicked, (state, { payload }) => (payload.changed ? initialConnection : state))
      .addCase(confirmedPersonFinished, () => initialConnection)
      .addCase(completedUseCase, (state, { payload }) => forgetConnections(state, payload.slug))
      .addCase(leftUseCase, (state, { payload }) => forgetConnections(state, payload.slug)),
})

/** Keeps this page's screen and pending invitation. Each connection keeps the more advanced of its two states. */
function restored(state: ConnectionsState, kept: StoredConnections): ConnectionsState {
  const known = new Map(allConnections(state).map((connection) => [connection.id, connection.state]))
  const byScreen = Object.fromEntries(
    Object.entries(kept.byScreen).map(([screen, meeting]) => {
      if (meeting.kind === 'invitation') return [screen, meeting]
      const stored = meeting.state
      return [screen, { ...meeting, state: laterState('connection', known.get(meeting.id) ?? stored, stored) }]
    }),
  )
  const mine = { ...state, byScreen, screen: state.screen ?? kept.screen }
  return mine.byScreen[mine.screen ?? ''] ? { ...mine, ...idle } : mine
}

/** Each run connects to the verifier again. Another tab may be playing a different use case. */
function forgetConnections(state: ConnectionsState, slug: string) {
  for (const screen of Object.keys(state.byScreen)) {
    if (isScreenOf(slug, screen)) delete state.byScreen[screen]
  }
  if (state.screen !== null && isScreenOf(slug, state.screen)) {
    Object.assign(state, { screen: null }, idle)
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
  invitationHandedOver,
} = connectionSlice.actions
export const connectionReducer = connectionSlice.reducer
