import { sdJwtVcFormat } from '@lastmile/formats/sd-jwt'
import {
  batchSize,
  contentEncryption,
  dpopAlgorithms,
  endpointPaths,
  preAuthorizedCodeGrant,
  refreshTokenGrant,
} from '../api/endpoints.ts'
import type { Definition } from '../store/definition.ts'
import { claimsOfType } from './claims.ts'
import { credentialType, lookOf } from './credential-types.ts'

/** How answers can be encrypted (OpenID4VCI 1.0, 12.2.4). */
export const responseEncryption = { alg_values_supported: ['ECDH-ES'], enc_values_supported: contentEncryption }

const siteName = 'Last Mile Digital Solutions'

/** The issuer's identifier in metadata, offers and proofs of possession. */
export const credentialIssuer = (publicUrl: string, definitionId: string): string =>
  `${publicUrl}${endpointPaths.issuers}/${definitionId}`

/** OpenID4VCI 1.0, 12.2. */
export const issuerMetadata = (publicUrl: string, definition: Definition) => ({
  credential_issuer: credentialIssuer(publicUrl, definition.id),
  authorization_servers: [publicUrl],
  credential_endpoint: publicUrl + endpointPaths.credential,
  nonce_endpoint: publicUrl + endpointPaths.nonce,
  notification_endpoint: publicUrl + endpointPaths.notification,
  batch_credential_issuance: { batch_size: batchSize },
  credential_response_encryption: { ...responseEncryption, encryption_required: false },
  display: [{ name: definition.issuerName ?? siteName, locale: 'en' }],
  credential_configurations_supported: { [definition.id]: configuration(publicUrl, definition) },
})

const configuration = (publicUrl: string, definition: Definition): object => ({
  format: sdJwtVcFormat,
  vct: credentialType(publicUrl, definition.id),
  scope: definition.id,
  cryptographic_binding_methods_supported: ['jwk'],
  credential_signing_alg_values_supported: ['ES256'],
  proof_types_supported: { jwt: { proof_signing_alg_values_supported: ['ES256'] } },
  credential_metadata: {
    display: [{ name: definition.name, locale: 'en', ...lookOf(publicUrl, definition) }],
    claims: claimsOfType(definition.attributeNames).map(({ path, label }) => ({
      path,
      display: [{ name: label, locale: 'en' }],
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
  definitionKey: string,
  code: string,
  needsTxCode = false,
): object => ({
  credential_issuer: credentialIssuer(publicUrl, definitionKey),
  credential_configuration_ids: [definitionKey],
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
