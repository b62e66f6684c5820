import type {
  CredentialRequirement,
  ProofRecord,
  ProofState as ProofStateName,
  RefusalReason,
  SharedState,
} from '@lastmile/contracts'
import { laterState } from '@lastmile/contracts/lifecycles'
import { areAlike } from '@lastmile/journey'
import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit'
import type { Failure } from '../../api/api-error.ts'
import { characterPicked, completedUseCase, leftUseCase, messageReceived } from '../../state/demo-actions.ts'
import { failed, idle, loading } from '../../state/fetching.ts'

/** The current step's proof exchange. It holds revealed values: never persisted. */
export const initialProof = {
  ...idle,
  id: null as string | null,
  state: null as ProofStateName | null,
  /** null while unknown. */
  verified: null as boolean | null,
  /** Reason for a failed verification or an end without an answer. */
  refusal: null as RefusalReason | null,
  presentation: null as ProofRecord['presentation'],
  /** Shown again on a step that was answered before: the server has deleted it. */
  isShownAgain: false,
  /** Revealed values of the answers that this page may show again, by proof. */
  presentations: {} as Record<string, ProofRecord['presentation']>,
  /** The requirements, where the cards have to be alike: the answer's values then decide. */
  alike: null as CredentialRequirement[] | null,
  isUnlike: false,
  /** Out-of-band requests only: the invitation and its short address. */
  proofUrl: null as string | null,
  shortUrl: null as string | null,
  /** The request that pending answers belong to; answers for an earlier step are dropped. */
  requestId: null as string | null,
}
export type ProofExchangeState = typeof initialProof

/** An answer as the browser stores it: without values. */
export type Answer = NonNullable<SharedState['positions']['bySlug'][string]['answered']>[string]

type ProofStart = { proof: ProofRecord; proofUrl?: string; shortUrl?: string; asked?: CredentialRequirement[] }

/** Outdated reports, and reports on a finished exchange, don't count. */
const isNews = (known: ProofStateName | null, reported: ProofStateName) =>
  known === null || laterState('proof', known, reported) === reported

/** Without the exchange, but with what may be shown again. */
const emptied = ({ presentations }: ProofExchangeState): ProofExchangeState => ({ ...initialProof, presentations })

const proofSlice = createSlice({
  name: 'proof',
  initialState: initialProof,
  reducers: {
    proofRequested: (state, { payload: requestId }: PayloadAction<string>) => ({
      ...emptied(state),
      ...loading,
      requestId,
    }),
    proofStarted(state, { payload }: PayloadAction<ProofStart>) {
      const { proofUrl = null, shortUrl = null, asked } = payload
      state.alike = asked?.some(({ alike }) => alike) ? asked : null
      applyRecord(state, payload.proof)
      Object.assign(state, idle, { proofUrl, shortUrl })
    },
    proofRetrying(state, { payload }: PayloadAction<{ requestId: string; failure: Failure }>) {
      if (state.requestId === payload.requestId) state.error = payload.failure
    },
    proofFailed(state, { payload }: PayloadAction<{ requestId: string; failure: Failure }>) {
      if (state.requestId === payload.requestId) Object.assign(state, failed(payload.failure))
    },
    proofFetched(state, { payload }: PayloadAction<ProofRecord>) {
      if (state.id === payload.presentation_exchange_id && isNews(state.state, payload.state))
        applyRecord(state, payload)
    },
    /** Deleted or left: start over. */
    proofForgotten: emptied,
    /** The visitor goes on from an answered step, and may come back to it. */
    proofSetAside: ({ presentations, presentation }, { payload }: PayloadAction<Answer>) => ({
      ...initialProof,
      presentations: { ...presentations, [payload.id]: presentation },
    }),
    proofShownAgain: (state, { payload: { id, refusal } }: PayloadAction<Answer>) => ({
      ...emptied(state),
      id,
      refusal,
      state: refusal === null ? ('verified' as const) : ('abandoned' as const),
      verified: refusal === null,
      presentation: state.presentations[id] ?? null,
      isShownAgain: true,
    }),
    /** Unknown to the server. */
    proofLost: (state, { payload }: PayloadAction<Failure>) => ({ ...emptied(state), ...failed(payload) }),
  },
  extraReducers: (builder) =>
    builder
      .addCase(messageReceived, (state, { payload }) => {
        if (payload.endpoint !== 'present_proof' || payload.presentation_exchange_id !== state.id) return
        if (!isNews(state.state, payload.state)) return
        state.state = payload.state
        if (!state.alike || !payload.verified) state.verified = payload.verified
        state.refusal = payload.refusal
      })
      .addCase(characterPicked, (state, { payload }) => (payload.changed ? initialProof : state))
      .addMatcher(isAnyOf(completedUseCase, leftUseCase), (state) => {
        state.presentations = {}
      }),
})

function applyRecord(state: ProofExchangeState, record: ProofRecord) {
  state.id = record.presentation_exchange_id
  state.state = record.state
  const groups = record.presentation?.requested_proof.revealed_attr_groups
  state.verified = record.verified
  // Unknown until the values are here.
  if (state.alike && record.verified) state.verified = groups ? areAlike(state.alike, groups) : null
  state.isUnlike = record.verified === true && state.verified === false
  state.refusal = state.isUnlike ? 'not-verifiable' : record.refusal
  state.presentation = record.presentation
}

export const {
  proofRequested,
  proofStarted,
  proofRetrying,
  proofFailed,
  proofFetched,
  proofForgotten,
  proofSetAside,
  proofShownAgain,
  proofLost,
} = proofSlice.actions
export const proofReducer = proofSlice.reducer
