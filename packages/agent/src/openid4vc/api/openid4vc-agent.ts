import type { Agent } from '../../port/agent.ts'
import type { IssuingEndpoints, PublishedObjects, VerifyingEndpoints } from './endpoints.ts'

/** The port for SD-JWT VC over OpenID4VCI and OpenID4VP. The server mounts its endpoints at `endpointPaths`. */
export interface Openid4vcAgent extends Agent {
  readonly issuing: IssuingEndpoints
  readonly verifying: VerifyingEndpoints
  readonly published: PublishedObjects
}
