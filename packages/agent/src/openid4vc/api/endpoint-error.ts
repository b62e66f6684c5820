import type { UnreadablePart } from '@lastmile/contracts'
import type { RecordedMessage } from '../../port/exchanges.ts'

/** Errors that OpenID4VCI 1.0 (6.3, 8.3.1, 11.3), RFC 6749 (5.2), RFC 9396 (5) and RFC 9449 (5, 8) name. */
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
  | 'use_dpop_nonce'
  | 'invalid_authorization_details'
  | 'invalid_encryption_parameters'
  | 'invalid_notification_id'
  | 'invalid_notification_request'

/** A wallet's request was refused. The description is a sentence for those who build wallets. */
export class EndpointError extends Error {
  override readonly name = 'EndpointError'
  readonly code: EndpointErrorCode
  /** Present where the visitor of the exchange is to know that a part of the request could not be read. */
  readonly unreadable: UnreadablePart | undefined
  /** Absent where the request is part of no exchange: then it is not recorded. */
  subject: Subject | undefined
  constructor(code: EndpointErrorCode, description: string, unreadable?: UnreadablePart) {
    super(description)
    this.code = code
    this.unreadable = unreadable
  }
}

/** The exchange that a message is part of, and the state that it reached. */
export type About = Pick<RecordedMessage, 'state'> & ({ credentialId: string } | { proofId: string })

/** A wallet's request as it is recorded. */
export interface Subject {
  about: About
  /** In place of the request as it came. */
  request?: object
  /** Names that we asked for: the request may repeat them. */
  names?: string[]
}

/** Says of what the work refuses which exchange it is about, unless that is said already. */
export async function concerning<Result>(subject: Subject, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof EndpointError) error.subject ??= subject
    throw error
  }
}

/** The call is to be repeated with this nonce in its proof of a key (RFC 9449, 8). */
export class DpopNonceWanted extends EndpointError {
  readonly dpopNonce: string
  constructor(dpopNonce: string) {
    super('use_dpop_nonce', 'Repeat the call with the nonce of DPoP-Nonce in the proof.')
    this.dpopNonce = dpopNonce
  }
}
