import { largestBatch, longestRefreshToken } from '@lastmile/formats/limits'
import { z } from 'zod'
import type { Exchanges } from '../../port/exchanges.ts'
import type { InvitationExchanges } from '../../port/invitations.ts'

/** Addresses below the site's own that wallets call, beside the well-known ones. */
export const endpointPaths = {
  /** Each kind of credential has an issuer's identifier of its own below it, so that metadata stay short. */
  issuers: '/openid4vc/issuers',
  issuerMetadata: '/.well-known/openid-credential-issuer',
  authorizationServerMetadata: '/.well-known/oauth-authorization-server',
  offers: '/openid4vc/offers',
  token: '/openid4vc/token',
  nonce: '/openid4vc/nonce',
  credential: '/openid4vc/credential',
  notification: '/openid4vc/notification',
  requests: '/openid4vc/requests',
  answers: '/openid4vc/answers',
  returns: '/openid4vc/returns',
  types: '/openid4vc/types',
  statusLists: '/openid4vc/status-lists',
  root: '/openid4vc/root.pem',
} as const

/** In place of a return code, after an answer from another device. */
export const otherDevice = 'other-device'

/** How answers of either side can be encrypted. */
export const contentEncryption = ['A128GCM', 'A256GCM']

/** How proofs of a token's key can be signed (RFC 9449). */
export const dpopAlgorithms = ['ES256']

export const preAuthorizedCodeGrant = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'
export const refreshTokenGrant = 'refresh_token'

const text = z.string().max(500)

/** OpenID4VCI 1.0, 6.1; RFC 6749, 6. A form. */
export const tokenRequest = z.object({
  grant_type: text,
  'pre-authorized_code': text.optional(),
  tx_code: text.optional(),
  /** RFC 9396; JSON. */
  authorization_details: z.string().max(5_000).optional(),
  refresh_token: z.string().max(longestRefreshToken).optional(),
})
export type TokenRequest = z.infer<typeof tokenRequest>

/** RFC 9396 with the type of OpenID4VCI 1.0, 6.1.1: of what credential the token is to be. */
export const authorizationDetails = z
  .array(z.object({ type: z.literal('openid_credential'), credential_configuration_id: text }))
  .length(1)

export const tokenResponse = z.object({
  access_token: z.string(),
  /** DPoP: taken with a proof of the same key alone (RFC 9449). */
  token_type: z.enum(['Bearer', 'DPoP']),
  /** Seconds. */
  expires_in: z.number(),
  /** For another batch of the same credential. */
  refresh_token: z.string().optional(),
  /** Where the request has them; they name the credential once more (6.2). */
  authorization_details: z.array(z.looseObject({ credential_identifiers: z.array(z.string()) })).optional(),
})
export type TokenResponse = z.infer<typeof tokenResponse>

/** So often a wallet gets a batch of one credential, the first included. */
export const mostBatches = 5
export const mostCopies = mostBatches * largestBatch

/** OpenID4VCI 1.0, 8.2. */
export const credentialRequest = z.object({
  credential_configuration_id: text.optional(),
  credential_identifier: text.optional(),
  proofs: z.object({ jwt: z.array(z.string().max(5_000)).min(1).max(largestBatch) }).optional(),
  /** Of drafts, and refused with what is wanted in its place. */
  proof: z.unknown().optional(),
  /** 8.2 and 10: the answer is to be encrypted for this key. */
  credential_response_encryption: z.object({ jwk: z.looseObject({}), enc: text }).optional(),
})
export type CredentialRequest = z.infer<typeof credentialRequest>

export const credentialResponse = z.object({
  credentials: z.array(z.object({ credential: z.string() })),
  /** Absent for another batch: that the wallet keeps the credential is known. */
  notification_id: z.string().optional(),
})
export type CredentialResponse = z.infer<typeof credentialResponse>

/** An access token as it came (RFC 6750, 2.1; RFC 9449, 7.1). */
export interface Authorization {
  /** Bound tokens come with DPoP, others with Bearer. */
  scheme: 'Bearer' | 'DPoP'
  accessToken: string
  /** The DPoP proof beside it. */
  dpop?: string | undefined
}

/** OpenID4VCI 1.0, 11.1. */
export const notificationRequest = z.object({
  notification_id: text,
  event: z.enum(['credential_accepted', 'credential_failure', 'credential_deleted']),
  event_description: z.string().max(2_000).optional(),
})
export type NotificationRequest = z.infer<typeof notificationRequest>

/** Calls of a wallet that receives a credential. Each throws `EndpointError` when it refuses. */
export interface IssuingEndpoints {
  /** @returns undefined when there is no such kind of credential */
  issuerMetadata(slug: string): Promise<object | undefined>
  /** The same as a JWT (12.2.3). */
  signedIssuerMetadata(slug: string): Promise<string | undefined>
  authorizationServerMetadata(): object
  /** @returns undefined when there is no open offer of this id */
  credentialOffer(id: string): Promise<object | undefined>
  /** @param dpop the DPoP proof beside it */
  token(request: TokenRequest, dpop?: string): Promise<TokenResponse>
  nonce(): { c_nonce: string }
  /** @param request or a JWE of it @returns a JWE when the request asks for one */
  credential(authorization: Authorization, request: CredentialRequest | string): Promise<CredentialResponse | string>
  notify(authorization: Authorization, request: NotificationRequest): Promise<void>
  /** Has the visitor notified whose wallet sent a request that can't be read. May be of no exchange. */
  unreadable(of: { code?: string; accessToken?: string }): Promise<void>
}

/** OpenID4VP 1.0, 5.10.1; a form. */
export const requestUriPost = z.object({
  wallet_nonce: text.optional(),
  wallet_metadata: z.string().max(50_000).optional(),
})

/** OpenID4VP 1.0, 8.2 and 8.3.1; a form. Errors may come unencrypted. */
export const presentationAnswer = z.object({
  response: z.string().optional(),
  /** Of an answer that is not encrypted. */
  vp_token: z.unknown().optional(),
  error: text.optional(),
  error_description: z.string().max(2_000).optional(),
  state: text.optional(),
})
export type PresentationAnswer = z.infer<typeof presentationAnswer>

export type RequestUriPost = z.infer<typeof requestUriPost>

/** Calls of a wallet that answers a request. */
export interface VerifyingEndpoints {
  /**
   * The signed request; undefined when there is no open one of this id.
   * @param posted of a wallet that asked by POST
   */
  request(id: string, posted?: RequestUriPost): Promise<string | undefined>
  /**
   * @returns where the wallet leads its holder to (8.2; HAIP 1.0, 5.1)
   * @throws EndpointError when it can't be read, or the request is not open
   */
  answer(id: string, answer: PresentationAnswer): Promise<{ redirect_uri: string }>
  /** A wallet's call at one of this request's addresses had not the fields of its form. */
  unreadable(id: string): Promise<void>
  /** The proof whose answer waits for this return code, or came by it. */
  findReturned(code: string): Promise<{ proofId: string; isCounted: boolean } | undefined>
  /** Its answer counts from now on. Once: a later call does nothing. */
  countReturned(code: string): Promise<void>
}

/** Objects that every caller may read; undefined where there is no such object. */
export interface PublishedObjects {
  /** SD-JWT VC type metadata. */
  credentialType(slug: string): Promise<object | undefined>
  /** A status list token (draft-ietf-oauth-status-list). */
  statusList(id: string): Promise<string | undefined>
  /** The site's root certificate, PEM. */
  rootCertificate(): string
}

/** The port for SD-JWT VC over OpenID4VCI and OpenID4VP. The server mounts its endpoints at `endpointPaths`. */
export interface Openid4vcAgent extends Exchanges, InvitationExchanges {
  readonly issuing: IssuingEndpoints
  readonly verifying: VerifyingEndpoints
  readonly published: PublishedObjects
}
