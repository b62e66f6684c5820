export { EndpointError, type EndpointErrorCode } from './api/endpoint-error.ts'
export {
  type Authorization,
  credentialRequest,
  endpointPaths,
  type IssuingEndpoints,
  notificationRequest,
  presentationAnswer,
  type RequestUriPost,
  requestUriPost,
  tokenRequest,
  type VerifyingEndpoints,
} from './api/endpoints.ts'
export type { Openid4vcAgent } from './api/openid4vc-agent.ts'
export { createOpenid4vcAgent } from './create-agent.ts'
