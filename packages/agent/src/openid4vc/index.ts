export { EndpointError, type EndpointErrorCode } from './api/endpoint-error.ts'
export {
  type Authorization,
  type CredentialRequest,
  credentialRequest,
  credentialResponse,
  dpopAlgorithms,
  endpointPaths,
  type IssuingEndpoints,
  type NotificationRequest,
  notificationRequest,
  type PresentationAnswer,
  presentationAnswer,
  type RequestUriPost,
  requestUriPost,
  type TokenRequest,
  tokenRequest,
  tokenResponse,
  type VerifyingEndpoints,
} from './api/endpoints.ts'
export type { Openid4vcAgent } from './api/openid4vc-agent.ts'
export { createOpenid4vcAgent } from './create-agent.ts'
