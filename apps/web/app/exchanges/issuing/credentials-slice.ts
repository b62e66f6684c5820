import type { CredentialRecord, IssuedCredential, SharedState, SocketMessage } from '@lastmile/contracts'
import { laterState, phaseOf } from '@lastmile/contracts/lifecycles'
import { includesCredential, isIssued, sameCredential, startCase } from '@lastmile/journey'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Failure } from '../../api/api-error.ts'
import {
  characterPicked,
  confirmedPersonFinished,
  messageReceived,
  protocolChosen,
  stateRestored,
} from '../../state/demo-actions.ts'
import { initialShared } from '../../state/initial-state.ts'
import type { RootState } from '../../state/root-state.ts'

/** The server refuses to sign a value that the visitor entered. */
export const isRefusedEntry = ({ code }: Failure) => code === 'attribute-not-allowed'

/** The failure and the step it occurred in; the error catalogue distinguishes them. */
export interface IssuanceFailure extends Failure {
  step: 'definition' | 'offer' | 'deepLink'
}

/** An offer by OpenID4VC. */
export interface OfferInvitation {
  /** For a wallet on this device. */
  link: string
  /** For a QR code; its wallet wants `txCode`. */
  code: string
  txCode: string
}

type StoredCredentials = SharedState['credentials']

export const initialCredentials = {
  ...initialShared.credentials,
  /** Invitations of open offers without a connection, by exchange: they hold a code, so no browser stores them. */
  invitations: {} as Record<string, OfferInvitation>,
  /** A revocation is in progress. */
  isLoading: false,
  /** The run of issuing that is under way; reports of earlier runs, from before a reset, are dropped. */
  issuanceId: null as string | null,
  /** The credential whose keys the server is generating. */
  preparing: null as string | null,
  /** May stand while loading: the call is then being retried. */
  error: null as IssuanceFailure | null,
  /** The last failed revocation: credential name and failure. */
  revocationError: null as (Failure & { name: string }) | null,
}
export type CredentialsState = typeof initialCredentials

export const selectIsIssuing = ({ credentials }: RootState) => credentials.issuanceId !== null

/** A reload has lost the invitation of an open offer without a connection; the same offer brings it back. */
export const hasLostInvitation = (
  { invitations }: Pick<CredentialsState, 'invitations'>,
  { id, connectionId, state }: IssuedCredential,
): boolean => !connectionId && state === 'offer_sent' && !invitations[id]

type CredentialNews = Omit<Extract<SocketMessage, { endpoint: 'issue_credential' }>, 'endpoint'>

/** The definition id ends with the name (docs/product.md, section 4). */
const nameOfDefinition = (definitionId: string) => definitionId.slice(definitionId.lastIndexOf(':') + 1)

function applyNews(credentials: CredentialsState, news: CredentialNews, offered?: string) {
  const entry = entryFor(credentials, news, offered)
  if (!entry) return
  entry.state = laterState('credential', entry.state, news.state)
  // Older news carries an outdated reason.
  if (entry.state === news.state) entry.refusal = news.refusal
  if (!isIssued(entry.state) || news.revoc_reg_id === null || news.revocation_id === null) return
  credentials.revokableCredentials = [
    ...credentials.revokableCredentials.filter((revokable) => !sameCredential(revokable.name, entry.name)),
    {
      name: entry.name,
      revocationRegId: news.revoc_reg_id,
      connectionId: news.connection_id,
      credRevocationId: news.revocation_id,
    },
  ]
}

/**
 * Finds the entry to update; `offered` names the credential when the news answers an offer.
 * A live message may precede that answer. News of a withdrawn exchange is ignored.
 */
function entryFor(credentials: CredentialsState, news: CredentialNews, offered?: string): IssuedCredential | undefined {
  const { issuedCredentials: entries } = credentials
  const known = entries.find((entry) => entry.id === news.credential_exchange_id)
  if (known) return known
  if (offered === undefined && news.state === 'abandoned') return undefined
  const name = offered ?? nameOfDefinition(news.credential_definition_id)
  const index = entries.findIndex((entry) => sameCredential(entry.name, name))
  const earlier = entries[index]
  if (earlier && isIssued(earlier.state)) return undefined
  const created: IssuedCredential = {
    name: earlier?.name ?? name,
    id: news.credential_exchange_id,
    protocol: news.protocol,
    connectionId: news.connection_id,
    threadId: null,
    state: news.state,
    refusal: null,
  }
  entries.splice(index < 0 ? entries.length : index, 1, created)
  return entries.find((entry) => entry.id === created.id)
}

/** Keeps this page's state where it is more advanced than the other tab's. */
function restored(state: CredentialsState, kept: StoredCredentials): CredentialsState {
  const known = new Map(state.issuedCredentials.map((entry) => [entry.id, entry]))
  const issuedCredentials = kept.issuedCredentials.map((stored) => {
    const mine = known.get(stored.id)
    return mine && laterState('credential', mine.state, stored.state) === mine.state ? mine : stored
  })
  return { ...state, ...kept, issuedCredentials }
}

const credentialsSlice = createSlice({
  name: 'credentials',
  initialState: initialCredentials,
  reducers: {
    issuanceStarted(state, { payload: issuanceId }: PayloadAction<string>) {
      state.issuanceId = issuanceId
      state.error = null
    },
    issuanceEnded(state) {
      state.issuanceId = null
      state.preparing = null
    },
    issuanceError(state, { payload }: PayloadAction<IssuanceFailure | null>) {
      state.error = payload
    },
    definitionPreparing(state, { payload: name }: PayloadAction<string>) {
      state.preparing = name
      state.error = null
    },
    definitionReady(state, { payload }: PayloadAction<{ name: string; definitionId: string }>) {
      state.definitionIds[startCase(payload.name)] = payload.definitionId
      state.preparing = null
      state.error = null
    },
    /** The server answered an offer or a query. */
    credentialFetched(state, { payload }: PayloadAction<{ name: string; record: CredentialRecord }>) {
      applyNews(state, payload.record, payload.name)
      const entry = state.issuedCredentials.find(({ id }) => id === payload.record.credential_exchange_id)
      if (!entry) return
      entry.threadId = payload.record.thread_id
      const { invitation_url: link, other_device: elsewhere } = payload.record
      if (link && elsewhere)
        state.invitations[entry.id] = { link, code: elsewhere.invitation_url, txCode: elsewhere.tx_code }
      if (payload.record.revoked) entry.state = 'credential_revoked'
    },
    /** The visitor withdrew the exchange, or the server does not know it. */
    credentialForgotten(state, { payload: id }: PayloadAction<string>) {
      state.issuedCredentials = state.issuedCredentials.filter((entry) => entry.id !== id)
    },
    /** Withdrawing failed: the exchange still stands. */
    credentialKept(state, { payload }: PayloadAction<IssuedCredential>) {
      if (!state.issuedCredentials.some((entry) => entry.id === payload.id)) state.issuedCredentials.push(payload)
    },
    credentialsHeld(state, { payload: names }: PayloadAction<string[]>) {
      for (const name of names) {
        if (!includesCredential(state.heldCredentials, name)) state.heldCredentials.push(name)
      }
    },
    revocationStarted(state) {
      state.isLoading = true
      state.revocationError = null
    },
    revocationEnded(state, { payload }: PayloadAction<{ name: string; failure?: Failure }>) {
      // A reset may have ended the visit that owned the credential.
      if (!state.isLoading) return
      state.isLoading = false
      if (payload.failure) {
        state.revocationError = { ...payload.failure, name: payload.name }
        return
      }
      for (const entry of state.issuedCredentials) {
        if (sameCredential(entry.name, payload.name)) entry.state = 'credential_revoked'
      }
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(messageReceived, (state, { payload }) => {
        if (payload.endpoint === 'issue_credential') applyNews(state, payload)
      })
      .addCase(stateRestored, (state, { payload }) =>
        payload.credentials ? restored(state, payload.credentials) : state,
      )
      .addCase(confirmedPersonFinished, (state) => {
        // Keeps names and definition ids: the dashboard needs them to unlock and to revoke (docs/product.md, section
        // 4).
        state.issuedCredentials = state.issuedCredentials.filter(
          (entry) => !['open', 'failed'].includes(phaseOf('credential', entry.state)),
        )
        const { issuanceId, preparing, error } = initialCredentials
        Object.assign(state, { issuanceId, preparing, error })
      })
      .addCase(protocolChosen, (state) => {
        // The other family may need keys that were never made.
        state.definitionIds = {}
      })
      .addCase(characterPicked, (state, { payload }) => (payload.changed ? initialCredentials : state)),
})

export const {
  issuanceStarted,
  issuanceEnded,
  issuanceError,
  definitionPreparing,
  definitionReady,
  credentialFetched,
  credentialForgotten,
  credentialKept,
  credentialsHeld,
  revocationStarted,
  revocationEnded,
} = credentialsSlice.actions
export const credentialsReducer = credentialsSlice.reducer
