import type { DidCommAgent } from '@lastmile/agent/didcomm'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { type CompressedText, compressedText, sendCompressed } from '../../../platform/http/compressed-text.ts'
import { nothingHere } from '../../../platform/http/errors.ts'
import { openToAll } from '../open-to-all.ts'

const immutable = 'public, max-age=31536000, immutable'
const name = z.object({ name: z.string().regex(/^[\w-]{1,128}$/, 'must be a published name') })

/**
 * Serves what wallets resolve: the log of the issuer's DID, AnonCreds objects, tails files. Not part of the pages' API.
 */
export function publishedObjectRoutes(app: FastifyInstance, { publicFiles }: DidCommAgent): void {
  app.get('/.well-known/did.jsonl', { schema: { hide: true } }, async (request, reply) => {
    const log = await publicFiles.didLog()
    if (!log) throw nothingHere()
    openToAll(reply, 'no-cache').type('text/jsonl')
    return sendCompressed(request, reply, published(log))
  })

  const named = app.withTypeProvider<ZodTypeProvider>()
  const schema = { hide: true, params: name }
  named.get('/resources/:name', { schema }, async (request, reply) => {
    const resource = await publicFiles.resource(request.params.name)
    if (!resource) throw nothingHere()
    const text = published(resource)
    openToAll(reply, text.grows ? 'no-cache' : immutable).type('application/json')
    return sendCompressed(request, reply, text)
  })
  // Random bytes: compressing them takes long and saves nothing.
  named.get('/tails/:name', { schema, compress: false }, async (request, reply) => {
    const file = await publicFiles.tailsFile(request.params.name)
    if (!file) throw nothingHere()
    openToAll(reply, immutable).type('application/octet-stream')
    return reply.sendFile(file, '/', { cacheControl: false })
  })
}

/** A published object as wallets fetch it: every wallet fetches the same ones again and again. */
interface PublishedText extends CompressedText {
  /** A revocation registry's definition links each new status list; every other resource stays as it is. */
  grows: boolean
}

const cache = new LRUCache<string, PublishedText>({
  max: 500,
  maxSize: 16 * 1024 * 1024,
  ttl: 60 * 60_000,
  sizeCalculation: ({ plain }) => plain.length,
})

function published(plain: string): PublishedText {
  const text = cache.get(plain) ?? {
    ...compressedText(plain),
    // Within a string the quotes would be escaped, so this is the property itself.
    grows: plain.includes('"resourceType":"anonCredsRevocRegDef"'),
  }
  cache.set(plain, text)
  return text
}
