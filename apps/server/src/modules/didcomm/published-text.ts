import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

/** A published object as wallets fetch it. Every wallet fetches the same ones again and again, so each is compressed once. */
interface PublishedText {
  plain: string
  gzipped: Buffer
  /** A revocation registry's definition links each new status list; every other resource stays as it is. */
  grows: boolean
}

const known = new LRUCache<string, PublishedText>({ max: 500 })

export function published(plain: string): PublishedText {
  const text = known.get(plain) ?? {
    plain,
    gzipped: gzipSync(plain),
    // Within a string the quotes would be escaped, so this is the property itself.
    grows: plain.includes('"resourceType":"anonCredsRevocRegDef"'),
  }
  known.set(plain, text)
  return text
}

export function sendPublished(request: FastifyRequest, reply: FastifyReply, text: PublishedText): FastifyReply {
  reply.header('vary', 'accept-encoding')
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(text.plain)
  return reply.header('content-encoding', 'gzip').send(text.gzipped)
}
