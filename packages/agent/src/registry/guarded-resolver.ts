import { type AgentContext, DidDocument, type DidResolutionResult, type DidResolver, Kms } from '@credo-ts/core'
import { resolveDIDFromLog } from 'didwebvh-ts'
import { isBounded } from '../transport/bounds.ts'
import { logVerifier } from './issuer-did.ts'

/** Characters. The library remembers every entry that it ever hashed, so wallets must not make it read much. */
const longestLog = 32 * 1024

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
      const text = await answer.text()
      if (text.length > longestLog) throw new Error('The log is too long')
      const lines = text.split('\n').filter((line) => line.trim() !== '')
      const entries = lines.map((line) => JSON.parse(line) as LogEntry)
      if (!isBounded(entries)) throw new Error('The log holds too much')
      if (!entries.every(isSignedByKeys)) throw new Error('The log is not signed by keys')
      const resolved = await resolveDIDFromLog(entries as never, {
        verifier: logVerifier(context.resolve(Kms.KeyManagementApi)),
        witnessProofs: [],
      })
      if (resolved.did !== did) throw new Error('The published log is of another DID')
      return { didDocument: DidDocument.fromJSON(resolved.doc), didDocumentMetadata: {}, didResolutionMetadata: {} }
    } catch (error) {
      const message = error instanceof Error ? error.message : 'The DID cannot be resolved'
      return { didDocument: null, didDocumentMetadata: {}, didResolutionMetadata: { error: 'notFound', message } }
    }
  }
}

interface LogEntry {
  proof?: unknown
}

/**
 * A log is signed by keys. The library would also take another DID for a key, fetch its log from wherever that says,
 * unguarded, and not ask whether it may sign.
 */
function isSignedByKeys({ proof }: LogEntry): boolean {
  const proofs = [proof].flat() as ({ verificationMethod?: unknown } | undefined)[]
  return proofs.every((each) => String(each?.verificationMethod).startsWith('did:key:'))
}

/** Where a did:webvh's log is published (did:webvh specification, "The DID to HTTPS Transformation"). */
function logUrl(did: string): string {
  const [, , , host = '', ...path] = did.split(':')
  const protocol = host.startsWith('localhost') ? 'http' : 'https'
  return `${protocol}://${host}/${path.length > 0 ? path.join('/') : '.well-known'}/did.jsonl`
}
