import type { ProtocolMessage, ProtocolMessageNews } from '@lastmile/contracts'
import { protocolMessageLimits } from '@lastmile/contracts/constants'
import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { characterPicked } from '../../state/demo-actions.ts'
import type { RootState } from '../../state/root-state.ts'

/** Whose messages: those on a connection, or those of a proof. */
export type MessagesOf = { connectionId: string } | { proofId: string }

/** A protocol message, and what it is known to be about: news of one tells less than the question for it. */
export interface KnownMessage extends ProtocolMessage {
  connectionId: string | null
  proofId: string | null
}

declare module '../../state/root-state.ts' {
  interface RootState {
    /** DIDComm messages that passed in this visit, oldest first. Of this page alone: never persisted. */
    messages: KnownMessage[]
  }
}

const initialMessages: KnownMessage[] = []

const messagesSlice = createSlice({
  name: 'messages',
  initialState: initialMessages,
  reducers: {
    /** Told live. */
    messageRecorded(known, { payload }: PayloadAction<ProtocolMessageNews>) {
      const { endpoint, connection_id: connectionId, presentation_exchange_id: proofId, ...message } = payload
      return together(known, [{ ...message, connectionId, proofId }])
    },
    /** What the server answered on being asked. */
    messagesFetched(known, { payload }: PayloadAction<{ about: MessagesOf; messages: ProtocolMessage[] }>) {
      const { about, messages } = payload
      const connectionId = 'connectionId' in about ? about.connectionId : null
      const proofId = 'proofId' in about ? about.proofId : null
      return together(
        known,
        messages.map((message) => ({ ...message, connectionId, proofId })),
      )
    },
  },
  extraReducers: (builder) =>
    builder.addCase(characterPicked, (known, { payload }) => (payload.changed ? initialMessages : known)),
})

/** Each message once, in the order of time, the newest of them. */
function together(known: readonly KnownMessage[], heard: readonly KnownMessage[]): KnownMessage[] {
  const byId = new Map(known.map((message) => [message.id, message]))
  for (const message of heard) {
    const earlier = byId.get(message.id)
    byId.set(message.id, {
      ...message,
      // It was recorded before it was dealt with: then there was no state to tell.
      state: message.state ?? earlier?.state ?? null,
      connectionId: message.connectionId ?? earlier?.connectionId ?? null,
      proofId: message.proofId ?? earlier?.proofId ?? null,
    })
  }
  return [...byId.values()]
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .slice(-protocolMessageLimits.count)
}

/** What passed over a connection, or for a proof: a proof on a connection is told by its thread. */
export const selectMessages = createSelector(
  [(state: RootState) => state.messages, (_: RootState, about: MessagesOf) => about],
  (messages, about): KnownMessage[] => {
    if ('connectionId' in about) return messages.filter(({ connectionId }) => connectionId === about.connectionId)
    const own = messages.filter(({ proofId }) => proofId === about.proofId)
    const threads = new Set(own.map((message) => message.thread_id))
    return messages.filter((message) => threads.has(message.thread_id))
  },
)

export const { messageRecorded, messagesFetched } = messagesSlice.actions
export const messagesReducer = messagesSlice.reducer
