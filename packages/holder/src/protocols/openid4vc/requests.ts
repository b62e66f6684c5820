import { keyInCertificate } from '@lastmile/formats/sd-jwt'
import { compactVerify } from 'jose'
import * as z from 'zod/mini'
import { download, mayBeAsked, mayNameAddress } from '../../core/download.ts'
import { fromBase64Url, toBase64Url } from '../../core/encoding/base64url.ts'
import { fromUtf8 } from '../../core/encoding/text.ts'
import { HolderError, hasCode } from '../../core/holder-error.ts'
import { randomBytes } from '../../core/nacl.ts'
import { parseUrl } from '../../core/parse-url.ts'
import { dcqlSchema } from '../../formats/sd-jwt/dcql.ts'
import { encryptionIn } from './encryption.ts'
import { isSuccess, noting, parsed, post, unredirected } from './http.ts'
import type { Context } from './openid-context.ts'
import { untilOf } from './openid-records.ts'
import type { RequestLink } from './read-link.ts'

/** RFC 9101, 4. */
const requestType = 'oauth-authz-req+jwt'
const longest = 256 * 1024
/** Milliseconds by which this device's clock may be wrong. */
const clockTolerance = 5 * 60_000

const headerSchema = z.object({
  typ: z.literal(requestType),
  x5c: z.array(z.string().check(z.maxLength(20_000))).check(z.minLength(1)),
})

const text = z.string().check(z.maxLength(2_000))

/** The claims of a signed request (OpenID4VP 1.0, section 5), by HAIP 1.0's redirect flow. */
const requestSchema = z.object({
  client_id: text,
  response_type: z.literal('vp_token'),
  response_mode: z.literal('direct_post.jwt'),
  response_uri: text,
  nonce: text.check(z.minLength(1)),
  state: z.optional(text),
  exp: z.optional(z.number()),
  wallet_nonce: z.optional(z.string()),
  dcql_query: dcqlSchema,
  transaction_data: z.optional(z.never()),
  redirect_uri: z.optional(z.never()),
  client_metadata: z.object({
    client_name: z.catch(z.optional(z.string()), undefined),
    logo_uri: z.catch(z.optional(text), undefined),
    jwks: z.object({ keys: z.array(z.unknown()).check(z.maxLength(20)) }),
    encrypted_response_enc_values_supported: z._default(z.array(z.string()), ['A128GCM']),
  }),
})

/**
 * Fetches a request and checks that its verifier signed it. Rejects with `unreachable`, `too-large`, `not-open`,
 * `untrusted-request` for another signer or an address that it may not name, `unsupported-request` for what this wallet
 * can't answer.
 */
export async function readRequest(context: Context, link: RequestLink) {
  const { clock, clocks } = context
  const walletNonce = link.byPost ? toBase64Url(randomBytes(16)) : undefined
  const payload = await verifiedPayload(await fetched(context, link, walletNonce), link.clientId)
  const { success, error, data: request } = requestSchema.safeParse(payload)
  if (!success) throw unsupported(error)
  if (request.client_id !== link.clientId || request.wallet_nonce !== walletNonce)
    throw untrusted(new Error('The request is another one than asked for'))
  const left = request.exp && request.exp * 1_000 - clocks.now(link.requestUri)
  if (left !== undefined && left + clockTolerance <= 0) throw over(new Error('By its own word'))
  if (!mayNameAddress(link.requestUri, request.response_uri))
    throw untrusted(new Error('The request names an address that it may not'))
  const { client_metadata: client } = request
  const encryption = encryptionIn(client.jwks.keys, client.encrypted_response_enc_values_supported)
  if (!encryption) throw unsupported(new Error('The answer can not be encrypted'))
  return {
    from: {
      label: client.client_name ?? '',
      host: parseUrl(request.response_uri)?.host,
      isDirect: true,
      picture: client.logo_uri,
    },
    requestUri: link.requestUri,
    clientId: request.client_id,
    nonce: request.nonce,
    responseUri: request.response_uri,
    echo: request.state,
    query: request.dcql_query,
    encryption,
    until: untilOf(clock.now(), left),
    ahead: clocks.ahead(link.requestUri),
  }
}

async function fetched(context: Context, { requestUri, byPost }: RequestLink, walletNonce?: string) {
  const accept = `application/${requestType}`
  if (!mayBeAsked(requestUri)) throw untrusted(new Error('The request is neither at https nor of this machine'))
  if (!byPost) {
    const fetch = unredirected(noting(context), accept)
    const bytes = await download({ fetch, url: requestUri, longest }).catch((error) => {
      throw hasCode(error, 'untrusted') ? over(error) : error
    })
    return fromUtf8(bytes)
  }
  const body = new URLSearchParams({ wallet_nonce: walletNonce ?? '' })
  const answer = await post(context, { url: requestUri, body, headers: { accept } })
  if (!isSuccess(answer)) throw over(new Error(`Status ${answer.status}`))
  // OpenID4VP 1.0, 5.10.1.
  if (answer.type !== accept) throw untrusted(new Error('The answer is of another media type'))
  return answer.text
}

/** The signer is who the client identifier says: the hash of its certificate (OpenID4VP 1.0, 5.9.3). */
async function verifiedPayload(jwt: string, clientId: string): Promise<unknown> {
  const [prefix, hash] = clientId.split(/:(.*)/s)
  if (prefix !== 'x509_hash') throw unsupported(new Error('The verifier names itself in another way'))
  const keyOf = async (header: unknown) => {
    const [certificate = ''] = headerSchema.parse(header).x5c
    const digest = await crypto.subtle.digest('SHA-256', Uint8Array.from(fromBase64Url(certificate)))
    if (toBase64Url(new Uint8Array(digest)) !== hash) throw new Error('The certificate is another one')
    return keyInCertificate(certificate)
  }
  const { payload } = await compactVerify(jwt, keyOf, { algorithms: ['ES256'] }).catch((cause) => {
    throw untrusted(cause)
  })
  return parsed(fromUtf8(payload), z.unknown())
}

const untrusted = (cause: unknown) =>
  new HolderError('untrusted-request', 'The request is not signed by its verifier, or not as it should be', { cause })
const unsupported = (cause: unknown) =>
  new HolderError('unsupported-request', 'The request is of a kind that is not answered', { cause })
const over = (cause: unknown) => new HolderError('not-open', 'The request is over', { cause })
