import { signedJwt } from '@lastmile/formats/jws'
import { toBase64Url } from '../../core/encoding/base64url.ts'
import { toUtf8 } from '../../core/encoding/text.ts'
import { publicJwk, signerOf } from '../../formats/sd-jwt/holder-key.ts'
import type { HolderKey } from '../../formats/sd-jwt/sd-jwt-credential.ts'
import { type Answer, errorIn, type Posted, post } from './http.ts'
import type { Context } from './openid-context.ts'

/** The right to call an issuer. */
export interface Access {
  /** Absent where it is still asked for. */
  token?: string | undefined
  /** The key that the token is bound to, where the issuer binds it. */
  tokenKey?: HolderKey | undefined
}

/** Posts with an access token, and with a proof of its key (RFC 9449). */
export async function postBound(context: Context, posted: Posted, access: Access): Promise<Answer> {
  const { token, tokenKey } = access
  if (!tokenKey) return post(context, { ...posted, ...(token && { headers: { authorization: `Bearer ${token}` } }) })
  const send = async (nonce?: string) => {
    const headers = {
      ...(token && { authorization: `DPoP ${token}` }),
      dpop: await proofOf(context, tokenKey, { url: posted.url, token, nonce }),
    }
    return post(context, { ...posted, headers })
  }
  const ahead = context.clocks.ahead(posted.url)
  const answer = await send()
  const hasNews = answer.dpopNonce !== undefined || context.clocks.ahead(posted.url) !== ahead
  return hasNews && isOfProof(answer) ? send(answer.dpopNonce) : answer
}

/** Whether the server wants another proof: with a nonce of its own, or of its own time (RFC 9449, 8, 9 and 11.1). */
const isOfProof = (answer: Answer) =>
  answer.status === 401 || ['use_dpop_nonce', 'invalid_dpop_proof'].includes(errorIn(answer) ?? '')

/** RFC 9449, 4.2. */
async function proofOf(
  context: Context,
  key: HolderKey,
  { url, token, nonce }: { url: string; token: string | undefined; nonce: string | undefined },
): Promise<string> {
  const payload = {
    jti: crypto.randomUUID(),
    htm: 'POST',
    htu: url.split(/[?#]/)[0],
    iat: Math.floor(context.clocks.now(url) / 1_000),
    ath: token && toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', toUtf8(token)))),
    nonce,
  }
  return signedJwt({ typ: 'dpop+jwt', jwk: publicJwk(key) }, payload, await signerOf(key))
}
