import { createRequire } from 'node:module'
import { type AgentContext, DidDocument, type DidResolutionResult, type DidResolver, Kms } from '@credo-ts/core'
import { LRUCache } from 'lru-cache'
import { isBounded } from '../transport/bounds.ts'
import { logVerifier } from './issuer-did.ts'

/** Characters of a log, or of a document. */
const longest = 32 * 1024
/** The most entries of a log; the library checks the signatures of the last ten and the first alone. */
const mostEntries = 10
/** A wallet's DID is asked for several times while it connects. */
const cacheLimits = { max: 100, ttl: 60_000 }

/**
 * Resolves wallets' did:webvh and did:web through the guarded `fetch`, with one call each. Credo's resolvers use the
 * platform's, so any wallet's DID could make the server call its own network. DIDs with witnesses are not resolved.
 */
export class GuardedWebResolver implements DidResolver {
  readonly supportedMethods = ['webvh', 'web']
  /** Credo's cache writes to the store, and takes what is not there too. */
  readonly allowsCaching = false
  readonly allowsLocalDidRecord = true
  readonly #cache = new LRUCache<string, DidDocument>(cacheLimits)

  async resolve(context: AgentContext, did: string): Promise<DidResolutionResult> {
    try {
      const didDocument = this.#cache.get(did) ?? (await fetchDocument(context, did))
      this.#cache.set(did, didDocument)
      return { didDocument, didDocumentMetadata: {}, didResolutionMetadata: {} }
    } catch (error) {
      const message = error instanceof Error ? error.message : 'The DID cannot be resolved'
      return { didDocument: null, didDocumentMetadata: {}, didResolutionMetadata: { error: 'notFound', message } }
    }
  }
}

async function fetchDocument(context: AgentContext, did: string): Promise<DidDocument> {
  const answer = await context.config.agentDependencies.fetch(urlOf(did))
  if (!answer.ok) throw new Error('The DID is not published')
  const text = await answer.text()
  if (text.length > longest) throw new Error('What is published of the DID is too long')
  const document = did.startsWith('did:web:') ? bounded(JSON.parse(text)) : await documentIn(context, text)
  if (document.id !== did) throw new Error('What is published is of another DID')
  return DidDocument.fromJSON(document)
}

async function documentIn(context: AgentContext, log: string): Promise<{ id?: unknown }> {
  const lines = log.split('\n').filter((line) => line.trim() !== '')
  if (lines.length > mostEntries) throw new Error('The log has too many entries')
  const entries = bounded(lines.map((line) => JSON.parse(line) as LogEntry))
  if (!entries.every(isSignedByKeys)) throw new Error('The log is not signed by keys')
  const { doc } = await logReader().resolveDIDFromLog(entries as never, {
    verifier: logVerifier(context.resolve(Kms.KeyManagementApi)),
    witnessProofs: [],
  })
  return doc
}

function bounded<Content>(content: Content): Content {
  if (!isBounded(content)) throw new Error('What is published of the DID holds too much')
  return content
}

type LogReader = typeof import('didwebvh-ts')

let reader: LogReader
let logsRead = 0

/** The library caches every entry that it hashed, without a bound, so its copy is replaced periodically. */
function logReader(): LogReader {
  if (logsRead++ % 100 === 0) {
    const require = createRequire(import.meta.url)
    const path = require.resolve('didwebvh-ts')
    delete require.cache[path]
    reader = require(path) as LogReader
  }
  return reader
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

/** Where a DID is published (did:webvh specification, "The DID to HTTPS Transformation"; did:web, "Read"). */
function urlOf(did: string): string {
  const [, method, ...rest] = did.split(':')
  const [host = '', ...path] = method === 'webvh' ? rest.slice(1) : rest
  const protocol = host.startsWith('localhost') ? 'http' : 'https'
  const file = method === 'webvh' ? 'did.jsonl' : 'did.json'
  return `${protocol}://${host}/${path.length > 0 ? path.join('/') : '.well-known'}/${file}`
}
