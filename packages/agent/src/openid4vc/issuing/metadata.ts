import { brand, locale } from '@lastmile/contracts/site'
import { largestBatch } from '@lastmile/formats/limits'
import { sdJwtVcFormat } from '@lastmile/formats/sd-jwt'
import {
  contentEncryption,
  dpopAlgorithms,
  endpointPaths,
  preAuthorizedCodeGrant,
  refreshTokenGrant,
} from '../api/endpoints.ts'
import { type Batch, slugIn } from '../store/batch.ts'
import type { Definition } from '../store/definition.ts'
import { claimsOfType } from './claims.ts'
import { credentialType, lookOf, wordsOf } from './credential-types.ts'

/** How answers can be encrypted (OpenID4VCI 1.0, 12.2.4). */
export const responseEncryption = { alg_values_supported: ['ECDH-ES'], enc_values_supported: contentEncryption }

/** The issuer's identifier in metadata, offers and proofs of possession. */
export const credentialIssuer = (publicUrl: string, slug: string): string =>
  `${publicUrl}${endpointPaths.issuers}/${slug}`

/** OpenID4VCI 1.0, 12.2. @param slug that its reader knows it by @param requestKey public JWK, for wallets' requests */
export const issuerMetadata = (publicUrl: string, definition: Definition, slug: string, requestKey: object) => ({
  credential_issuer: credentialIssuer(publicUrl, slug),
  authorization_servers: [publicUrl],
  credential_endpoint: publicUrl + endpointPaths.credential,
  nonce_endpoint: publicUrl + endpointPaths.nonce,
  notification_endpoint: publicUrl + endpointPaths.notification,
  batch_credential_issuance: { batch_size: largestBatch },
  credential_request_encryption: {
    jwks: { keys: [requestKey] },
    enc_values_supported: contentEncryption,
    encryption_required: false,
  },
  credential_response_encryption: { ...responseEncryption, encryption_required: false },
  display: [{ name: definition.issuerName ?? brand, locale }],
  credential_configurations_supported: { [definition.id]: configuration(publicUrl, definition, slug) },
})

const configuration = (publicUrl: string, definition: Definition, slug: string): object => ({
  format: sdJwtVcFormat,
  vct: credentialType(publicUrl, slug),
  scope: slug,
  cryptographic_binding_methods_supported: ['jwk'],
  credential_signing_alg_values_supported: ['ES256'],
  proof_types_supported: { jwt: { proof_signing_alg_values_supported: ['ES256'] } },
  credential_metadata: {
    display: [{ ...wordsOf(definition), locale, ...lookOf(publicUrl, definition) }],
    claims: claimsOfType(definition.attributeNames, definition.attributeLabels).map(({ path, label }) => ({
      path,
      display: [{ name: label, locale }],
    })),
  },
})

/** RFC 8414. Wallets get tokens for pre-authorized codes and refresh tokens alone, without being known. */
export const authorizationServerMetadata = (publicUrl: string): object => ({
  issuer: publicUrl,
  token_endpoint: publicUrl + endpointPaths.token,
  token_endpoint_auth_methods_supported: ['none'],
  response_types_supported: [],
  grant_types_supported: [preAuthorizedCodeGrant, refreshTokenGrant],
  authorization_details_types_supported: ['openid_credential'],
  dpop_signing_alg_values_supported: dpopAlgorithms,
  'pre-authorized_grant_anonymous_access_supported': true,
})

export const txCodeLength = 6

const txCodeForm = {
  input_mode: 'numeric',
  length: txCodeLength,
  description: 'The six digits beside the QR code.',
}

/**
 * OpenID4VCI 1.0, 4.1.1.
 * @param needsTxCode whether the holder types a code in
 */
export const credentialOffer = (
  publicUrl: string,
  offered: Pick<Batch, 'slug' | 'definitionKey'>,
  code: string,
  needsTxCode = false,
): object => ({
  credential_issuer: credentialIssuer(publicUrl, slugIn(offered)),
  credential_configuration_ids: [offered.definitionKey],
  grants: {
    [preAuthorizedCodeGrant]: { 'pre-authorized_code': code, ...(needsTxCode && { tx_code: txCodeForm }) },
  },
})

const offerScheme = 'openid-credential-offer://'

/** An address that a wallet opens; holds the offer itself, as some wallets read no other (OpenID4VCI 1.0, 4.1.2). */
export const offerAddress = (offer: object): string =>
  `${offerScheme}?credential_offer=${encodeURIComponent(JSON.stringify(offer))}`

/** One that is short enough for a small QR code: the wallet fetches the offer (4.1.3). */
export const offerReference = (publicUrl: string, id: string): string =>
  `${offerScheme}?credential_offer_uri=${encodeURIComponent(`${publicUrl}${endpointPaths.offers}/${id}`)}`
