import type { IssuedCredential, ProtocolMessage, ProtocolMessageNews } from '@lastmile/contracts'
import { protocolMessageLimits } from '@lastmile/contracts/constants'
import { includesCredential } from '@lastmile/journey'
import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { characterPicked } from '../../state/demo-actions.ts'
import type { RootState } from '../../state/root-state.ts'

/** The messages of a connection, of offers without one, or of a proof. */
export type MessagesOf = { connectionId: string } | { credentialIds: string[] } | { proofId: string }

/** Those of a screen's connection, or where it has none those of the offers that it lists. */
export function messagesOn(
  connection: { id: string } | undefined,
  listed: readonly { name: string }[] = [],
  issued: readonly IssuedCredential[] = [],
): MessagesOf | undefined {
  if (connection) return { connectionId: connection.id }
  const names = listed.map(({ name }) => name)
  const credentialIds = issued
    .filter(({ name, connectionId }) => !connectionId && includesCredential(names, name))
    .map(({ id }) => id)
  return credentialIds.length > 0 ? { credentialIds } : undefined
}

/** A protocol message and what it belongs to. Live news has fewer fields than the fetched form. */
export interface KnownMessage extends ProtocolMessage {
  connectionId: string | null
  proofId: string | null
}

/** Protocol messages of this visit, oldest first. Never persisted. */
const initialMessages: KnownMessage[] = []

const messagesSlice = createSlice({
  name: 'messages',
  initialState: initialMessages,
  reducers: {
    /** From the live link. */
    messageRecorded(current, { payload }: PayloadAction<ProtocolMessageNews>) {
      const { endpoint, connection_id, credential_exchange_id, presentation_exchange_id, ...message } = payload
      return together(current, [{ ...message, connectionId: connection_id, proofId: presentation_exchange_id }])
    },
    /** From a fetch. */
    messagesFetched(current, { payload }: PayloadAction<{ about: MessagesOf; messages: ProtocolMessage[] }>) {
      const { about, messages } = payload
      const connectionId = 'connectionId' in about ? about.connectionId : null
      const proofId = 'proofId' in about ? about.proofId : null
      const incoming = messages.map((message) => ({ ...message, connectionId, proofId }))
      return together(current, incoming)
    },
  },
  extraReducers: (builder) =>
    builder.addCase(characterPicked, (current, { payload }) => (payload.changed ? initialMessages : current)),
})

/** Deduplicates, sorts by time and keeps the newest. */
function together(current: readonly KnownMessage[], incoming: readonly KnownMessage[]): KnownMessage[] {
  const byId = new Map(current.map((message) => [message.id, message]))
  for (const message of incoming) {
    const earlier = byId.get(message.id)
    byId.set(message.id, {
      ...message,
      // The server records a message before it processes it: then it has no state yet.
      state: message.state ?? earlier?.state ?? null,
      connectionId: message.connectionId ?? earlier?.connectionId ?? null,
      proofId: message.proofId ?? earlier?.proofId ?? null,
    })
  }
  return [...byId.values()]
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .slice(-protocolMessageLimits.count)
}

/** Offers, and proofs on a connection, are found by their thread; the thread of an offer without one is its id. */
export const selectMessages = createSelector(
  [(state: RootState) => state.messages, (_: RootState, about: MessagesOf) => about],
  (messages, about): KnownMessage[] => {
    if ('connectionId' in about) return messages.filter(({ connectionId }) => connectionId === about.connectionId)
    if ('credentialIds' in about) return messages.filter((message) => about.credentialIds.includes(message.thread_id))
    const own = messages.filter(({ proofId }) => proofId === about.proofId)
    const threads = new Set(own.map((message) => message.thread_id))
    return messages.filter((message) => threads.has(message.thread_id))
  },
)

export const { messageRecorded, messagesFetched } = messagesSlice.actions
export const messagesReducer = messagesSlice.reducer
