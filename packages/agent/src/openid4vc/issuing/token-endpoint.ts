import type { z } from 'zod'
import type { Read } from '../../core/records.ts'
import { AgentError } from '../../port/errors.ts'
import { concerning, EndpointError } from '../api/endpoint-error.ts'
import {
  authorizationDetails,
  endpointPaths,
  preAuthorizedCodeGrant,
  refreshTokenGrant,
  type TokenRequest,
  type TokenResponse,
} from '../api/endpoints.ts'
import { equalSecrets, hashOf, secret } from '../keys/secrets.ts'
import type { Issuance } from '../store/issuance.ts'
import type { EndpointDependencies } from './access-tokens.ts'
import { aboutOf } from './issuances.ts'
import { endOfCredential } from './signing.ts'

type Token = NonNullable<Issuance['token']>
type Details = z.infer<typeof authorizationDetails>[number]

/** Milliseconds for which an access token is taken; within them a wallet may ask again, should it miss the answer. */
const tokenLifetime = 10 * 60_000
/** So many wrong transaction codes end an offer. */
const mostWrongCodes = 3

/** Access tokens for pre-authorized codes and refresh tokens (OpenID4VCI 1.0, 6). */
export function tokenEndpoint(dependencies: EndpointDependencies) {
  const { recorder, refilling, tokens, issuances, records, now } = dependencies

  function token(request: TokenRequest, dpop?: string): Promise<TokenResponse> {
    const isRefresh = request.grant_type === refreshTokenGrant
    const kind = isRefresh ? 'openid4vci/refresh-token' : 'openid4vci/token'
    return recorder.handle(kind, { ...request, dpop }, async () => {
      if (!isRefresh && request.grant_type !== preAuthorizedCodeGrant)
        throw new EndpointError('unsupported_grant_type', 'This server takes pre-authorized codes and refresh tokens.')
      const details = askedFor(request)
      const boundTo = dpop === undefined ? undefined : await tokens.thumbprint(dpop, endpointPaths.token)
      const token = secret()
      const stored = { hash: hashOf(token), endsAt: now() + tokenLifetime, boundTo }
      const granted = isRefresh
        ? await refilling.begin(requiredIn(request, 'refresh_token'), boundTo, stored)
        : await begun(request, stored, details)
      const { batch, endsAt = 0, definitionKey, slug, claims, status, hasOwnEnd } = granted
      const about = aboutOf(granted)
      const { credentialId } = about
      const next = { batch: batch + 1, endsAt, definitionKey, slug, claims, status, hasOwnEnd, credentialId }
      // Only for a wallet that proved a key: the token alone would be worth a credential (RFC 9449, 5).
      const refreshToken = boundTo && refilling.tokenFor({ ...next, boundTo })
      const answer: TokenResponse = {
        access_token: token,
        token_type: boundTo ? 'DPoP' : 'Bearer',
        expires_in: Math.ceil(((granted.token?.endsAt ?? 0) - now()) / 1_000),
        ...(refreshToken && { refresh_token: refreshToken }),
        ...(details?.credential_configuration_id === definitionKey && {
          authorization_details: [{ ...details, credential_identifiers: [definitionKey] }],
        }),
      }
      return { answer, recorded: { about, answer } }
    })
  }

  /** Takes the code of an offer; again for the same key, whose earlier token ends with that (record 110). */
  async function begun(request: TokenRequest, token: Token, details?: Details): Promise<Issuance> {
    const code = requiredIn(request, 'pre-authorized_code')
    const found = await issuances.withCode(code)
    if (!found) throw refusedCode()
    return concerning({ about: aboutOf(found.value) }, async () => {
      await checkCode(found, code, request.tx_code, token.boundTo)
      if (details && details.credential_configuration_id !== found.value.definitionKey) throw wrongDetails()
      // Asking again prolongs nothing.
      const endsAt = found.value.endsAt ?? endOfCredential(dependencies, found.value.validSeconds)
      const kept = { ...token, endsAt: found.value.token?.endsAt ?? Math.min(token.endsAt, endsAt) }
      const next: Issuance = { ...found.value, state: 'request_received', endsAt, token: kept }
      if (await records.change(found, next)) return next
      // A wallet that asks again may overtake itself. With a tx_code, no answer may say which of several was right.
      if (token.boundTo && request.tx_code === undefined) throw new AgentError('busy', 'The code is being taken.')
      throw refusedCode()
    })
  }

  /**
   * @param boundTo thumbprint of the key that the wallet proved to have
   * @throws EndpointError when the offer is not open for the key, or another transaction code belongs to it
   */
  async function checkCode(found: Read<Issuance>, code: string, txCode?: string, boundTo?: string): Promise<void> {
    const { state, acrossDevices } = found.value
    const isHere = found.value.code === code
    if (isHere && txCode !== undefined)
      throw new EndpointError('invalid_request', 'The offer names no tx_code, so none may be sent.')
    if (!isOpenFor(found.value, boundTo, now())) throw refusedCode()
    if (isHere) return
    if (txCode === undefined) throw new EndpointError('invalid_request', 'The offer needs a tx_code.')
    if (equalSecrets(acrossDevices.txCode, txCode)) return
    if (state !== 'offer_sent') throw refusedCode()
    const wrong = acrossDevices.wrong + 1
    const tried: Issuance = { ...found.value, acrossDevices: { ...acrossDevices, wrong } }
    const next: Issuance = wrong === mostWrongCodes ? { ...tried, state: 'abandoned', refusal: 'wrong-code' } : tried
    const isCounted = await records.change(found, next)
    const refusal = refusedCode()
    refusal.subject = { about: aboutOf(isCounted ? next : found.value) }
    throw refusal
  }

  return token
}

/** @throws EndpointError `invalid_authorization_details` (RFC 9396, 5) */
function askedFor({ authorization_details: sent }: TokenRequest): Details | undefined {
  if (sent === undefined) return undefined
  try {
    return authorizationDetails.parse(JSON.parse(sent))[0]
  } catch {
    throw wrongDetails()
  }
}

const wrongDetails = () =>
  new EndpointError(
    'invalid_authorization_details',
    'They must be one object of the type openid_credential, with the credential_configuration_id of the offer.',
  )

/** The same where another call came first: of many transaction codes sent at once, one alone counts as tried. */
const refusedCode = () =>
  new EndpointError('invalid_grant', 'The code is unknown or was used already, or the tx_code is wrong.')

/** @throws EndpointError `invalid_request` */
function requiredIn(request: TokenRequest, name: 'pre-authorized_code' | 'refresh_token'): string {
  const value = request[name]
  if (!value) throw new EndpointError('invalid_request', `The ${name} is missing.`)
  return value
}

/** To each wallet before the first token, then to the key of that token until a credential was given for it. */
const isOpenFor = ({ state, token, given }: Issuance, boundTo: string | undefined, now: number) =>
  state === 'offer_sent' ||
  (state === 'request_received' && !given && boundTo !== undefined && token?.boundTo === boundTo && token.endsAt > now)
