/** Errors that OpenID4VCI 1.0 (6.3, 8.3.1, 11.3), RFC 6749 (5.2) and RFC 9449 (5) name. */
export type EndpointErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'invalid_token'
  | 'invalid_credential_request'
  | 'unknown_credential_configuration'
  | 'unknown_credential_identifier'
  | 'invalid_proof'
  | 'invalid_nonce'
  | 'invalid_dpop_proof'
  | 'invalid_encryption_parameters'
  | 'invalid_notification_id'
  | 'invalid_notification_request'

/** A wallet's request was refused. The description is a sentence for those who build wallets. */
export class EndpointError extends Error {
  override readonly name = 'EndpointError'
  readonly code: EndpointErrorCode
  constructor(code: EndpointErrorCode, description: string) {
    super(description)
    this.code = code
  }
}
