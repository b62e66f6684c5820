import { type Allowed, wordsIn } from '../../core/messages/blanked.ts'
import { contentEncryption, preAuthorizedCodeGrant, refreshTokenGrant } from '../api/endpoints.ts'

/** The content of an encrypted response, beside the response as it came. */
export const decryptedResponse = 'response, decrypted'

/** Keys of wallets' requests (OpenID4VCI 1.0, OpenID4VP 1.0, RFC 9449), and of an SD-JWT that was taken apart. */
const keys = wordsIn(`
  grant_type pre-authorized_code tx_code refresh_token authorization dpop credential_configuration_id
  credential_identifier proofs jwt credential_response_encryption jwk kty crv x y use alg kid enc notification_id
  event event_description wallet_nonce wallet_metadata response vp_token state error error_description
  issuer_signed_jwt disclosures salt name value key_binding_jwt
`).add(decryptedResponse)

/** Names, sizes and fixed words: nothing that a code, a token, a key or a person's detail could stand in. */
const ownValues = wordsIn(`
  credential_configuration_ids input_mode length description token_type expires_in name error refusal fault
  request_uri_method response_type response_mode aud id format path client_name kty crv use alg
  encrypted_response_enc_values_supported sd-jwt_alg_values kb-jwt_alg_values operator
`)

const knownWords: Record<string, readonly string[]> = {
  grant_type: [preAuthorizedCodeGrant, refreshTokenGrant],
  enc: contentEncryption,
  event: ['credential_accepted', 'credential_failure', 'credential_deleted'],
  error: ['access_denied', 'invalid_request', 'invalid_client', 'vp_formats_not_supported', 'wallet_unavailable'],
}

export const openid4vcContent: Allowed = {
  keys,
  ownValues,
  collapsed: new Set(),
  isHarmless: (key, value, names) =>
    typeof value === 'string' &&
    (knownWords[key]?.includes(value) ??
      (names.has(value) && (key === 'name' || key === 'credential_configuration_id'))),
}
