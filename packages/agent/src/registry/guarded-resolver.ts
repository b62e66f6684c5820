import { type AgentContext, DidDocument, type DidResolutionResult, type DidResolver, Kms } from '@credo-ts/core'
import { resolveDIDFromLog } from 'didwebvh-ts'
import { logVerifier } from './issuer-did.ts'

/**
 * Resolves did:webvh through the guarded `fetch`. Credo's own resolver uses the platform's, with which any wallet
 * could make the server call addresses of its own network by naming a DID. DIDs that need witnesses are not resolved.
 */
export class GuardedWebVhResolver implements DidResolver {
  readonly supportedMethods = ['webvh']
  readonly allowsCaching = true
  readonly allowsLocalDidRecord = true

  async resolve(context: AgentContext, did: string): Promise<DidResolutionResult> {
    try {
      const answer = await context.config.agentDependencies.fetch(logUrl(did))
      if (!answer.ok) throw new Error('The DID is not published')
      const lines = (await answer.text()).split('\n').filter((line) => line.trim() !== '')
      const resolved = await resolveDIDFromLog(
        lines.map((line) => JSON.parse(line)),
        { verifier: logVerifier(context.resolve(Kms.KeyManagementApi)), witnessProofs: [] },
      )
      if (resolved.did !== did) throw new Error('The published log is of another DID')
      return { didDocument: DidDocument.fromJSON(resolved.doc), didDocumentMetadata: {}, didResolutionMetadata: {} }
    } catch (error) {
      const message = error instanceof Error ? error.message : 'The DID cannot be resolved'
      return { didDocument: null, didDocumentMetadata: {}, didResolutionMetadata: { error: 'notFound', message } }
    }
  }
}

/** Where a did:webvh's log is published (did:webvh specification, "The DID to HTTPS Transformation"). */
function logUrl(did: string): string {
  const [, , , host = '', ...path] = did.split(':')
  const protocol = host.startsWith('localhost') ? 'http' : 'https'
  return `${protocol}://${host}/${path.length > 0 ? path.join('/') : '.well-known'}/did.jsonl`
}
