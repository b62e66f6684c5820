export * from './api/endpoint-error.ts'
export * from './api/endpoints.ts'
export { createOpenid4vcAgent } from './create-openid4vc-agent.ts'
