import * as z from 'zod/mini'
import { type Access, postBound } from './bound-calls.ts'
import { contentOf } from './not-given.ts'
import type { Context } from './openid-context.ts'

const identifier = z.string().check(z.maxLength(2_000))
const tokenSchema = z.object({
  access_token: z.string().check(z.maxLength(10_000)),
  token_type: z.string(),
  expires_in: z.catch(z.optional(z.number().check(z.positive())), undefined),
  refresh_token: z.catch(z.optional(z.string().check(z.minLength(1), z.maxLength(100_000))), undefined),
  authorization_details: z.optional(
    z.array(
      z.looseObject({
        credential_configuration_id: z.optional(z.string()),
        credential_identifiers: z.optional(z.array(identifier)),
      }),
    ),
  ),
})

/**
 * Asks for an access token (OpenID4VCI 1.0, section 6). Rejects with `NotGiven`, `unreachable` or `too-large`.
 * @param access the key that the token is to be bound to
 */
export async function requestToken(
  context: Context,
  { url, body }: { url: string; body: URLSearchParams },
  { tokenKey }: Access,
) {
  const answer = await postBound(context, { url, body }, { tokenKey })
  const { access_token: token, token_type: type, ...more } = contentOf(context, url, answer, tokenSchema)
  return {
    token,
    tokenKey: type.toLowerCase() === 'dpop' ? tokenKey : undefined,
    refreshToken: more.refresh_token,
    /** Milliseconds for which it is good, where the issuer says so. */
    lifetime: more.expires_in && more.expires_in * 1_000,
    /** The credentials of a configuration that the token is for, where the issuer names them. */
    identifiersOf: (configurationId: string) =>
      more.authorization_details?.find((each) => each.credential_configuration_id === configurationId)
        ?.credential_identifiers ?? [],
  }
}
