import type { ApiBody, ExchangeRoute, ProofRecord, RequestOptions, Verifier } from '@lastmile/contracts'
import { proofRequestVersion, timings } from '@lastmile/contracts/constants'
import { buildProofRequest, credentialNamed, startCase } from '@lastmile/journey'
import { ApiError, failureOf, isAbort, isNotFound, unknownCredentialError } from '../../api/api-error.ts'
import type { Call } from '../../api/call.ts'
import type { CredentialOfContent } from '../../api/credential-definition.ts'
import { abortError, sleep } from '../../api/retry.ts'
import { type AppThunk, createAppThunk } from '../../state/app-thunk.ts'
import { selectCurrentCharacter } from '../../state/characters/character-selectors.ts'
import type { RootState } from '../../state/root-state.ts'
import { walletClient } from '../../wallet/wallet-client.ts'
import { introductionOf } from '../connecting/introduction.ts'
import { ensureDefinition } from '../issuing/issuance-thunks.ts'
import {
  type Answer,
  proofFailed,
  proofFetched,
  proofForgotten,
  proofLost,
  proofRequested,
  proofRetrying,
  proofSetAside,
  proofShownAgain,
  proofStarted,
} from './proof-slice.ts'

export interface Question {
  options: RequestOptions
  /** A request by an invitation names it itself. */
  verifier: Verifier
  route: ExchangeRoute
  /** Of this step, before a reload. */
  earlierId?: string | null
  /** The answer that this step got, while the visitor does not ask again. */
  answered?: Answer | undefined
}

/**
 * Call it when a PROOF or PROOF_OOB screen shows. Abort the returned promise on leaving: the deep-link route retries
 * endlessly. After a reload it resumes the exchange `earlierId`.
 */
export const startProof = createAppThunk(
  'proof/start',
  async (
    { options, verifier, route, earlierId = null, answered }: Question,
    { dispatch, getState, extra, requestId, signal },
  ) => {
    if (answered) return void dispatch(proofShownAgain(answered))
    dispatch(proofRequested(requestId))
    const asked = options.requestedCredentials
    // The visitor may leave the step or reset the demo before the answer comes.
    const whileWanted = () => {
      if (signal.aborted || getState().proof.requestId !== requestId) throw abortError()
    }
    try {
      const earlier = earlierId === null ? undefined : await earlierProof(extra.call, earlierId, route, signal)
      whileWanted()
      if (earlier) {
        dispatch(proofStarted({ proof: earlier, asked }))
        return
      }
      const onRetry = (error: ApiError) => {
        whileWanted()
        dispatch(proofRetrying({ requestId, failure: failureOf(error) }))
      }
      const { protocol } = route
      const ensure = (credential: CredentialOfContent) =>
        ensureDefinition(credential, { protocol, call: extra.call, dispatch, onRetry, whileWanted })
      const definitionIds = await definitionsFor(options, getState, ensure)
      const body = {
        comment: options.text,
        proof_request: buildProofRequest(options, definitionIds, proofRequestVersion),
        auto_verify: true,
      }
      const started = await send(extra.call, body, { route, verifier }, { signal, onRetry })
      whileWanted()
      dispatch(proofStarted({ ...started, asked }))
    } catch (error) {
      if (!isAbort(error)) dispatch(proofFailed({ requestId, failure: failureOf(error) }))
    }
  },
)

/** The exchange of this step to resume; undefined when the server no longer has it. */
async function earlierProof(
  call: Call,
  proofId: string,
  route: ExchangeRoute,
  signal: AbortSignal,
): Promise<ProofRecord | undefined> {
  try {
    const proof = await call('getProof', { params: { id: proofId }, signal })
    // Only a new request returns the address of an open invitation.
    return route.kind === 'invitation' && proof.state === 'request_sent' ? undefined : proof
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}

/** The definition ids of the requested credentials, prepared where this visit has none yet. */
async function definitionsFor(
  options: RequestOptions,
  getState: () => RootState,
  ensure: (credential: CredentialOfContent) => Promise<string>,
) {
  for (const requirement of options.requestedCredentials) {
    if (requirement.cred_def_id ?? getState().credentials.definitionIds[startCase(requirement.name)]) continue
    const credential = credentialNamed(selectCurrentCharacter(getState()), requirement.name)
    if (!credential) throw unknownCredentialError()
    await ensure(credential)
  }
  return getState().credentials.definitionIds
}

type ProofBody = Omit<ApiBody<'requestProof'>, 'connection_id'>

async function send(
  call: Call,
  body: ProofBody,
  { route, verifier }: Pick<Question, 'route' | 'verifier'>,
  options: { signal: AbortSignal; onRetry: (error: ApiError) => void },
) {
  if (route.kind === 'invitation') {
    const { proof, proofUrl, shortUrl } = await call('requestProofOutOfBand', {
      body: {
        ...introductionOf(verifier.name, verifier.icon),
        ...body,
        protocol: route.protocol,
        auto_present: false,
      },
      ...options,
    })
    return { proof, proofUrl, shortUrl }
  }
  const addressed = { ...body, connection_id: route.connectionId }
  if (route.kind === 'connection') return { proof: await call('requestProof', { body: addressed, ...options }) }
  for (;;) {
    try {
      return { proof: await call('requestProofByDeepLink', { body: { ...addressed }, retry: false, ...options }) }
    } catch (error) {
      // 409: the wallet is not connected yet. Permanent failures are not retried.
      if (!(error instanceof ApiError) || !(error.temporary || error.status === 409)) throw error
      options.onRetry(error)
      await sleep(Math.max(timings.deepLinkIssuanceInterval, error.retryAfter ?? 0), options.signal)
    }
  }
}

/** Fetches the answer with revealed values; `retry` as in a call. */
export function fetchProof({ retry = true }: { retry?: boolean } = {}): AppThunk {
  return async (dispatch, getState, { call }) => {
    const { id, isShownAgain } = getState().proof
    if (id === null || isShownAgain) return
    // A retry must not follow the proof's deletion.
    const isWanted = () => getState().proof.id === id
    try {
      dispatch(proofFetched(await call('getProof', { params: { id }, isWanted, retry })))
    } catch (error) {
      if (isNotFound(error) && isWanted()) dispatch(proofLost(failureOf(error)))
    }
  }
}

/** Deletes the proof on the server; the step can then start a new one. */
export const deleteProof = createAppThunk('proof/delete', async (_: undefined, { dispatch, getState, extra }) => {
  const { id, state, proofUrl, isShownAgain } = getState().proof
  dispatch(proofForgotten())
  // Of a request without a connection no wallet hears that it is over.
  if (proofUrl !== null && state === 'request_sent') walletClient.withdraw(proofUrl)
  // Not retried after a failure: the server deletes it within a day anyway.
  if (id !== null && !isShownAgain) await extra.call('deleteProof', { params: { id } })
})

/** Deletes an answered proof on the server; its step shows the outcome again. */
export const setProofAside = createAppThunk('proof/setAside', async (_: undefined, { dispatch, getState, extra }) => {
  const { id, refusal, isShownAgain } = getState().proof
  if (id === null) return
  dispatch(proofSetAside({ id, refusal }))
  if (!isShownAgain) await extra.call('deleteProof', { params: { id } })
})
