import * as z from 'zod/mini'
import type { HolderKey } from '../formats/sd-jwt/credential-record.ts'
import { postBound } from './bound-calls.ts'
import type { Context } from './context.ts'
import { errorSchema, isSuccess, jsonIn, parsed } from './http.ts'

const identifier = z.string().check(z.maxLength(2_000))
const tokenSchema = z.object({
  access_token: z.string().check(z.maxLength(10_000)),
  token_type: z.string(),
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
interface Asked {
  url: string
  body: URLSearchParams
  /** The key that the token is to be bound to. */
  tokenKey: HolderKey | undefined
}

export interface Granted {
  token: string
  tokenKey: HolderKey | undefined
  refreshToken: string | undefined
  /** The credentials of a configuration that the token is for, where the issuer names them. */
  identifiersOf(configurationId: string): string[]
}

/** Asks for an access token (OpenID4VCI 1.0, section 6). @returns its error where the issuer gives none */
export async function requestToken(
  context: Context,
  { url, body, tokenKey }: Asked,
): Promise<Granted | { refused: string | undefined }> {
  const answer = await postBound(context, { url, body }, { tokenKey })
  if (!isSuccess(answer)) return { refused: errorSchema.safeParse(jsonIn(answer.text)).data?.error }
  const { access_token: token, token_type: type, ...more } = parsed(answer.text, tokenSchema)
  return {
    token,
    tokenKey: type.toLowerCase() === 'dpop' ? tokenKey : undefined,
    refreshToken: more.refresh_token,
    identifiersOf: (configurationId) =>
      more.authorization_details?.find((each) => each.credential_configuration_id === configurationId)
        ?.credential_identifiers ?? [],
  }
}
