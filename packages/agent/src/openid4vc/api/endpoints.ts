import { z } from 'zod'

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

/** How answers of either side can be encrypted. */
export const contentEncryption = ['A128GCM', 'A256GCM']

/** How proofs of a token's key can be signed (RFC 9449). */
export const dpopAlgorithms = ['ES256']

export const preAuthorizedCodeGrant = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'
export const refreshTokenGrant = 'refresh_token'

const text = z.string().max(500)

/** Characters of a refresh token: the credential's values are in it, pictures too. */
export const longestRefreshToken = 60_000

/** OpenID4VCI 1.0, 6.1; RFC 6749, 6. A form. */
export const tokenRequest = z.object({
  grant_type: text,
  'pre-authorized_code': text.optional(),
  tx_code: text.optional(),
  refresh_token: z.string().max(longestRefreshToken).optional(),
})
export type TokenRequest = z.infer<typeof tokenRequest>

export const tokenResponse = z.object({
  access_token: z.string(),
  /** DPoP: taken with a proof of the same key alone (RFC 9449). */
  token_type: z.enum(['Bearer', 'DPoP']),
  /** Seconds. */
  expires_in: z.number(),
  /** For another batch of the same credential. */
  refresh_token: z.string().optional(),
})
export type TokenResponse = z.infer<typeof tokenResponse>

/** At most as many credentials in one answer. */
export const batchSize = 10
/** So often a wallet gets a batch of one credential, the first included. */
export const mostBatches = 5

/** OpenID4VCI 1.0, 8.2. */
export const credentialRequest = z.object({
  credential_configuration_id: text.optional(),
  credential_identifier: text.optional(),
  proofs: z.object({ jwt: z.array(z.string().max(5_000)).min(1).max(batchSize) }).optional(),
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
  issuerMetadata(definitionId: string): Promise<object | undefined>
  /** The same as a JWT (12.2.3). */
  signedIssuerMetadata(definitionId: string): Promise<string | undefined>
  authorizationServerMetadata(): object
  /** @returns undefined when there is no open offer of this id */
  credentialOffer(id: string): Promise<object | undefined>
  /** @param dpop the DPoP proof beside it */
  token(request: TokenRequest, dpop?: string): Promise<TokenResponse>
  nonce(): { c_nonce: string }
  /** @returns a JWE when the request asks for one */
  credential(authorization: Authorization, request: CredentialRequest): Promise<CredentialResponse | string>
  notify(authorization: Authorization, request: NotificationRequest): Promise<void>
}

/** OpenID4VP 1.0, 5.10.1; a form. */
export const requestUriPost = z.object({
  wallet_nonce: text.optional(),
  wallet_metadata: z.string().max(50_000).optional(),
})

/** OpenID4VP 1.0, 8.2 and 8.3.1; a form. Errors may come unencrypted. */
export const presentationAnswer = z.object({
  response: z.string().optional(),
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
   * @returns where the wallet leads its holder back to, if it is on the device that has the request (8.2)
   * @throws EndpointError when it can't be read, or the request is not open
   */
  answer(id: string, answer: PresentationAnswer): Promise<{ redirect_uri?: string }>
  /** The proof whose answer waits for this return code. */
  findReturned(code: string): Promise<string | undefined>
  /** Its answer counts from now on. Once: a later call does nothing. */
  countReturned(code: string): Promise<void>
}

/** Objects that every caller may read; undefined where there is no such object. */
export interface PublishedObjects {
  /** SD-JWT VC type metadata. */
  credentialType(id: string): Promise<object | undefined>
  /** A status list token (draft-ietf-oauth-status-list). */
  statusList(id: string): Promise<string | undefined>
  /** The site's root certificate, PEM. */
  rootCertificate(): string
}
