import { createHash } from 'node:crypto'
import { sdJwtVcFormat } from '@lastmile/formats/sd-jwt'
import { contentEncryption, endpointPaths, otherDevice } from '../api/endpoints.ts'
import { publicJwkOf } from '../keys/decryption-key.ts'
import { certifiedJwt, type Signer } from '../keys/signer.ts'
import type { PresentationRequest, Way } from '../store/presentation-request.ts'
import { dcqlQuery } from './queries.ts'

/** RFC 9101, 4: a wallet takes no other JWT for a request. */
const requestType = 'oauth-authz-req+jwt'
/** The audience of a request to any wallet (OpenID4VP 1.0, 5.8). */
const anyWallet = 'https://self-issued.me/v2'

/** The verifier's identifier: the hash of its certificate (OpenID4VP 1.0, 5.9.3, `x509_hash`). */
export const clientId = ({ x5c: [certificate = ''] }: Signer): string =>
  `x509_hash:${createHash('sha256').update(Buffer.from(certificate, 'base64')).digest('base64url')}`

const requestUri = (publicUrl: string, id: string): string => `${publicUrl}${endpointPaths.requests}/${id}`
const answerUri = (publicUrl: string, id: string): string => `${publicUrl}${endpointPaths.answers}/${id}`

/** The page that a wallet opens when it has answered; on another device it counts nothing. */
export const returnAddress = (publicUrl: string, code = otherDevice): string =>
  `${publicUrl}${endpointPaths.returns}/${code}`

/** The parameters of an address that a wallet opens (OpenID4VP 1.0, 5.10). */
export const requestReference = (publicUrl: string, id: string, signer: Signer): Record<string, string> => ({
  client_id: clientId(signer),
  request_uri: requestUri(publicUrl, id),
  request_uri_method: 'post',
})

export const requestAddress = (publicUrl: string, id: string, signer: Signer): string =>
  `openid4vp://?${new URLSearchParams(requestReference(publicUrl, id, signer))}`

export const signedRequest = (claims: object, signer: Signer): Promise<string> =>
  certifiedJwt(signer, requestType, claims)

/**
 * The claims of the signed request.
 * @param way the one by which the wallet came
 * @param walletNonce of a wallet that asked by POST (OpenID4VP 1.0, 5.10.1)
 */
export function requestClaims(
  request: PresentationRequest,
  publicUrl: string,
  signer: Signer,
  now: number,
  { id, nonce, answerKey }: Way,
  walletNonce?: string,
): object {
  return {
    response_type: 'vp_token',
    response_mode: 'direct_post.jwt',
    client_id: clientId(signer),
    response_uri: answerUri(publicUrl, id),
    aud: anyWallet,
    nonce,
    state: id,
    iat: Math.floor(now / 1_000),
    exp: Math.floor(request.endsAt / 1_000),
    ...(walletNonce !== undefined && { wallet_nonce: walletNonce }),
    dcql_query: dcqlQuery(request.queries, sdJwtVcFormat, signer.authority),
    client_metadata: {
      client_name: request.label,
      ...(request.imageUrl !== undefined && { logo_uri: request.imageUrl }),
      jwks: { keys: [publicJwkOf(answerKey)] },
      encrypted_response_enc_values_supported: contentEncryption,
      vp_formats_supported: { [sdJwtVcFormat]: { 'sd-jwt_alg_values': ['ES256'], 'kb-jwt_alg_values': ['ES256'] } },
    },
  }
}
