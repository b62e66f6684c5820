import { keyInCertificate } from '@lastmile/formats/sd-jwt'
import { compactVerify } from 'jose'
import * as z from 'zod/mini'
import { download, mayNameAddress } from '../core/download.ts'
import { fromBase64Url, toBase64Url } from '../core/encoding/base64url.ts'
import { fromUtf8 } from '../core/encoding/text.ts'
import { HolderError } from '../core/holder-error.ts'
import { parseUrl } from '../core/parse-url.ts'
import { dcqlSchema } from '../formats/sd-jwt/dcql.ts'
import type { Context } from './context.ts'
import { isSuccess, parsed, post, unredirected } from './http.ts'
import type { RequestLink } from './links.ts'
import type { RequestRecord } from './records.ts'

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
const encryptionKeySchema = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: text,
  y: text,
  kid: z.optional(text),
  alg: z.optional(z.literal('ECDH-ES')),
})

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

type ReadRequest = Omit<RequestRecord, 'id' | 'state' | 'receivedAt' | 'answer'>

/**
 * Fetches a request and checks that its verifier signed it. Rejects with `unreachable`, `untrusted` for another
 * signer or an address that it may not name, `unsupported-invitation` for what this wallet can't answer.
 */
export async function readRequest(context: Context, link: RequestLink): Promise<ReadRequest> {
  const { clock, randomBytes } = context
  const walletNonce = link.byPost ? toBase64Url(randomBytes(16)) : undefined
  const payload = await verifiedPayload(await fetched(context, link, walletNonce), link.clientId)
  const { success, error, data: request } = requestSchema.safeParse(payload)
  if (!success) throw unsupported(error)
  if (request.client_id !== link.clientId || request.wallet_nonce !== walletNonce)
    throw untrusted(new Error('The request is another one than asked for'))
  if ((request.exp ?? Number.POSITIVE_INFINITY) * 1_000 + clockTolerance <= clock.now())
    throw new HolderError('not-open', 'The request is over')
  if (!mayNameAddress(link.requestUri, request.response_uri))
    throw untrusted(new Error('The request names an address that it may not'))
  const { client_metadata: client } = request
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
    encryption: encryptionOf(client),
  }
}

async function fetched({ fetch }: Context, { requestUri, byPost }: RequestLink, walletNonce?: string) {
  const accept = `application/${requestType}`
  if (!byPost) return fromUtf8(await download({ fetch: unredirected(fetch, accept), url: requestUri, longest }))
  const body = new URLSearchParams({ wallet_nonce: walletNonce ?? '' })
  const answer = await post(fetch, { url: requestUri, body, headers: { accept } })
  if (!isSuccess(answer)) throw new HolderError('not-open', 'The request is over')
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

function encryptionOf({
  jwks,
  encrypted_response_enc_values_supported: supported,
}: z.infer<typeof requestSchema>['client_metadata']): RequestRecord['encryption'] {
  const [jwk] = jwks.keys.flatMap((key) => encryptionKeySchema.safeParse(key).data ?? [])
  const content = (['A128GCM', 'A256GCM'] as const).find((each) => supported.includes(each))
  if (!jwk || !content) throw unsupported(new Error('The answer can not be encrypted'))
  return { jwk: { x: jwk.x, y: jwk.y, kid: jwk.kid }, content }
}

const untrusted = (cause: unknown) =>
  new HolderError('untrusted', 'The request is not signed by its verifier, or not as it should be', { cause })
const unsupported = (cause: unknown) =>
  new HolderError('unsupported-invitation', 'The request is of a kind that is not answered', { cause })
