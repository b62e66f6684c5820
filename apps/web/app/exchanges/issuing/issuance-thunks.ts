import type { ExchangeRoute, IssuedCredential, Protocol } from '@lastmile/contracts'
import { credentialPreviewType, deepLinkIssuanceAttempts, timings } from '@lastmile/contracts/constants'
import { isOpen } from '@lastmile/contracts/lifecycles'
import { includesCredential, isIssued, routeOfOffer, sameCredential } from '@lastmile/journey'
import { ApiError, type Failure, failureOf, isNotFound } from '../../api/api-error.ts'
import type { Call } from '../../api/call.ts'
import { type CredentialOfContent, readyCredentialDefinition } from '../../api/credential-definition.ts'
import { abortError, sleep } from '../../api/retry.ts'
import { type AppDispatch, type AppThunk, createAppThunk } from '../../state/app-thunk.ts'
import { revokedReplaced } from '../../state/demo-actions.ts'
import type { RootState } from '../../state/root-state.ts'
import { walletClient } from '../../wallet/wallet-client.ts'
import {
  credentialFetched,
  credentialForgotten,
  credentialKept,
  definitionPreparing,
  definitionReady,
  hasLostInvitation,
  type IssuanceFailure,
  isRefusedEntry,
  issuanceEnded,
  issuanceError,
  issuanceStarted,
  selectIsIssuing,
} from './credentials-slice.ts'

export interface Issuance {
  /** By a deep link, the wallet's connection may still be on the way. */
  route: ExchangeRoute
  /** From the character's content, with values. */
  credentials: readonly CredentialOfContent[]
  /** Values that the visitor typed, by attribute; they leave the page only in the offer. */
  entered?: Readonly<Record<string, string>> | undefined
}

interface Ensuring {
  protocol: Protocol
  call: Call
  dispatch: AppDispatch
  onRetry: (error: ApiError) => void
  /** Throws once the result is no longer needed. */
  whileWanted: () => void
}

/**
 * Fetches the definition id, polling while its keys are generated, and stores it for later proof requests.
 *
 * @throws ApiError as `call` does, or the error of `whileWanted`.
 */
export async function ensureDefinition(
  credential: CredentialOfContent,
  { protocol, call, dispatch, onRetry, whileWanted }: Ensuring,
): Promise<string> {
  const definitionId = await readyCredentialDefinition(call, credential, {
    protocol,
    onPreparing: () => {
      whileWanted()
      dispatch(definitionPreparing(credential.name))
    },
    onRetry,
  })
  whileWanted()
  dispatch(definitionReady({ name: credential.name, definitionId }))
  return definitionId
}

/**
 * Call it when an ACCEPT_CREDENTIAL or CREDENTIAL screen shows, and on Try Again. Offers each listed credential that is
 * not issued, held or offered yet; a second call offers nothing twice.
 */
export const issueCredentials = createAppThunk(
  'credentials/issue',
  async (issuance: Issuance, { dispatch, getState, extra, requestId }) => {
    // The visitor may reset the demo or switch characters before the answer comes.
    const isCurrent = () => getState().credentials.issuanceId === requestId
    const whileWanted = () => {
      if (!isCurrent()) throw abortError()
    }
    dispatch(issuanceStarted(requestId))
    for (const credential of issuance.credentials) {
      if (isOffered(getState(), credential.name, issuance.route)) continue
      let step: IssuanceFailure['step'] = 'definition'
      const fail = (failure: Failure) => dispatch(issuanceError({ step, ...failure }))
      try {
        const onRetry = (error: ApiError) => {
          whileWanted()
          fail(failureOf(error))
        }
        const { protocol, kind } = issuance.route
        const ensuring = { protocol, call: extra.call, dispatch, onRetry, whileWanted }
        const definitionId = await ensureDefinition(credential, ensuring)
        step = kind === 'deepLink' ? 'deepLink' : 'offer'
        const record = await offer(extra.call, issuance, credential, definitionId, onRetry)
        whileWanted()
        dispatch(issuanceError(null))
        dispatch(credentialFetched({ name: credential.name, record }))
      } catch (error) {
        if (!isCurrent()) return
        const failure = failureOf(error)
        // An offer refused for its content fails over any route.
        const isUnreachable = step === 'deepLink' && !isRefusedEntry(failure)
        fail(isUnreachable ? { ...failure, code: 'deep-link-issuance' } : failure)
        break
      }
    }
    dispatch(issuanceEnded())
  },
  { condition: (_, { getState }) => !selectIsIssuing(getState()) },
)

function isOffered({ credentials }: RootState, name: string, route: ExchangeRoute): boolean {
  if (includesCredential(credentials.heldCredentials, name)) return true
  const entry = credentials.issuedCredentials.find((candidate) => sameCredential(candidate.name, name))
  if (!entry) return false
  if (route.kind === 'invitation' && hasLostInvitation(credentials, entry)) return false
  return isIssued(entry.state) || (isOfRoute(entry, route) && entry.state !== 'abandoned')
}

const isOfRoute = ({ protocol, connectionId }: IssuedCredential, route: ExchangeRoute) =>
  protocol === route.protocol && connectionId === connectionIdOf(route)

const connectionIdOf = (route: ExchangeRoute) => (route.kind === 'invitation' ? null : route.connectionId)

async function offer(
  call: Call,
  { route, entered }: Issuance,
  { attributes }: CredentialOfContent,
  definitionId: string,
  onRetry: (error: ApiError) => void,
) {
  const body = {
    protocol: route.protocol,
    connection_id: connectionIdOf(route) ?? undefined,
    cred_def_id: definitionId,
    credential_proposal: {
      '@type': credentialPreviewType,
      attributes: attributes.map(({ name, value }) => ({ name, value: entered?.[name] ?? value })),
    },
  }
  if (route.kind !== 'deepLink') return call('offerCredential', { body, onRetry })
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call('offerCredentialByDeepLink', { body, retry: false })
    } catch (error) {
      if (attempt >= deepLinkIssuanceAttempts || !(error instanceof ApiError)) throw error
      onRetry(error)
      await sleep(timings.deepLinkIssuanceInterval)
    }
  }
}

/** Another one takes its place: receipts keep the mark of a revoked one. */
export function forgetCredential(dispatch: AppDispatch, { id, state }: IssuedCredential): void {
  if (state === 'credential_revoked') dispatch(revokedReplaced(id))
  dispatch(credentialForgotten(id))
}

/**
 * Withdraws every offer that the wallet has not accepted.
 *
 * @returns whether it succeeded; a failure is stored as the error.
 */
export const withdrawOffers = createAppThunk(
  'credentials/withdraw',
  async (names: readonly string[], { dispatch, getState, extra }) => {
    const { connectionDate } = getState().preferences
    const isSameVisit = () => getState().preferences.connectionDate === connectionDate
    const fail = (error: unknown) => isSameVisit() && dispatch(issuanceError({ step: 'offer', ...failureOf(error) }))
    for (const name of names) {
      const stale = getState().credentials.issuedCredentials.find((entry) => sameCredential(entry.name, name))
      if (!stale || isIssued(stale.state)) continue
      const invitation = getState().credentials.invitations[stale.id]
      // First, or the withdrawal's own message would look like a refusal.
      forgetCredential(dispatch, stale)
      // Of an offer without a connection no wallet hears that it is over.
      if (invitation) walletClient.withdraw(invitation.link)
      try {
        await extra.call('deleteCredential', { params: { id: stale.id }, onRetry: fail })
      } catch (error) {
        if (isNotFound(error)) continue
        if (isSameVisit()) dispatch(credentialKept(stale))
        fail(error)
        return false
      }
    }
    return true
  },
)

/** 'I didn't receive anything', or declined by mistake: replaces the open offer. */
export const resendCredential = createAppThunk(
  'credentials/resend',
  async (issuance: Issuance, { dispatch, getState, requestId }) => {
    dispatch(issuanceStarted(requestId))
    const isWithdrawn = await dispatch(withdrawOffers(issuance.credentials.map(({ name }) => name))).unwrap()
    // A reset may have dropped the visit and its connection.
    if (getState().credentials.issuanceId !== requestId) return
    dispatch(issuanceEnded())
    if (isWithdrawn) await dispatch(issueCredentials(issuance))
  },
  { condition: (_, { getState }) => !selectIsIssuing(getState()) },
)

/**
 * Offers a credential anew in place of the one that this visit received, over the same connection: that one is revoked,
 * past its date or gone from the wallet.
 *
 * @returns whether an offer is on its way
 */
export const replaceCredential = createAppThunk(
  'credentials/replace',
  async (credential: CredentialOfContent, { dispatch, getState }) => {
    const entryNow = () =>
      getState().credentials.issuedCredentials.find(({ name }) => sameCredential(name, credential.name))
    const earlier = entryNow()
    if (!earlier) return false
    forgetCredential(dispatch, earlier)
    await dispatch(issueCredentials({ route: routeOfOffer(earlier), credentials: [credential] }))
    return entryNow() !== undefined
  },
  { condition: (_, { getState }) => !selectIsIssuing(getState()) },
)

/**
 * Fetches the state of every open exchange and forgets those the server does not know. Revocable ones are fetched
 * too: they may be revoked by now. An issued credential stays, even when the server has forgotten it.
 */
export const refreshCredentials =
  (): AppThunk =>
  async (dispatch, getState, { call }) => {
    const { issuedCredentials, revokableCredentials } = getState().credentials
    const isRevokable = ({ name, state }: IssuedCredential) =>
      isIssued(state) && revokableCredentials.some((revokable) => sameCredential(revokable.name, name))
    const refreshed = issuedCredentials.filter((entry) => isOpen('credential', entry.state) || isRevokable(entry))
    await Promise.all(
      refreshed.map(async ({ id, name }) => {
        // The visitor may withdraw it, or the server issue it, before the answer comes.
        const entryNow = () => getState().credentials.issuedCredentials.find((entry) => entry.id === id)
        try {
          const record = await call('getCredential', { params: { id }, retry: false })
          if (entryNow()) dispatch(credentialFetched({ name, record }))
        } catch (error) {
          const entry = entryNow()
          if (isNotFound(error) && entry && isOpen('credential', entry.state)) dispatch(credentialForgotten(id))
        }
      }),
    )
  }
