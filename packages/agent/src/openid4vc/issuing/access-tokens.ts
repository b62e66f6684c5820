import type { Read, Records } from '../../core/records.ts'
import { concerning, EndpointError, type Subject } from '../api/endpoint-error.ts'
import type { Authorization } from '../api/endpoints.ts'
import { hashOf } from '../keys/secrets.ts'
import type { Issuance } from '../store/issuance.ts'
import type { Refill } from '../store/refill.ts'
import type { IssuingDependencies } from './dependencies.ts'
import { dpopThumbprint } from './dpop.ts'
import { aboutOf, type Issuances } from './issuances.ts'
import type { Refilling } from './refilling.ts'

export interface EndpointDependencies extends IssuingDependencies {
  issuances: Issuances
  refilling: Refilling
  tokens: AccessTokens
}

export type AccessTokens = ReturnType<typeof accessTokens>

/** Access tokens and the keys that they are bound to (RFC 6750; RFC 9449). */
export function accessTokens({ publicUrl, dpopNonces: nonces, now }: IssuingDependencies) {
  /** @returns undefined when the token is none of these records. @throws EndpointError when it may not be used so */
  async function find<Value extends Issuance | Refill>(
    records: Records<Value>,
    { scheme, accessToken, dpop }: Authorization,
    path: string,
  ): Promise<Read<Value> | undefined> {
    const [found] = await records.findBy('token', hashOf(accessToken))
    const { token } = found?.value ?? {}
    if (!found || !token || token.endsAt <= now()) return undefined
    return concerning(subjectOf(found.value), async () => {
      const { boundTo } = token
      // Neither scheme stands in for the other (RFC 9449, 7.1 and 7.2).
      if ((scheme === 'DPoP') !== (boundTo !== undefined))
        throw new EndpointError('invalid_token', 'The access token is of the other scheme: see its token_type.')
      if (boundTo === undefined) return found
      if (dpop === undefined) throw new EndpointError('invalid_token', 'The access token needs a DPoP proof.')
      const proved = await thumbprint(dpop, path, accessToken)
      if (proved !== boundTo) throw new EndpointError('invalid_token', 'The access token is bound to another key.')
      return found
    })
  }

  /** Of the key that a DPoP proof was made with for a call of this path. */
  function thumbprint(dpop: string, path: string, accessToken?: string): Promise<string> {
    return dpopThumbprint(dpop, { url: publicUrl + path, now: now(), nonces, accessToken })
  }

  return { find, thumbprint }
}

/** A request with a token, as it is recorded. */
export const subjectOf = (value: Issuance | Refill): Subject => ({
  about: aboutOf(value),
  names: [value.definitionKey],
})

/** @throws EndpointError `invalid_token` */
export function requiredToken<Found>(found: Found | undefined): Found {
  if (found) return found
  throw noToken()
}

export const noToken = () => new EndpointError('invalid_token', 'There is no such access token, or it has expired.')

/** As it is recorded. */
export const shownOf = ({ accessToken, dpop }: Authorization, request: object) => ({
  authorization: accessToken,
  dpop,
  ...request,
})
