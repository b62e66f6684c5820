import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import negotiate from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** As small as it gets: each text is compressed once. Brotli does so by itself. */
const encoders = {
  br: promisify(brotliCompress),
  gzip: (plain: string) => promisify(gzip)(plain, { level: 9 }),
}
type Encoding = keyof typeof encoders

/** A constant text that many fetch: compressed once per encoding, on first use. */
export const compressedText = (plain: string) => ({ plain, encoded: new Map<Encoding, Promise<Buffer>>() })
export type CompressedText = Readonly<ReturnType<typeof compressedText>>

/** Answers with the text in an encoding that the caller takes. */
export async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  { plain, encoded }: CompressedText,
): Promise<FastifyReply> {
  reply.header('vary', 'accept-encoding')
  const encoding = negotiate<Encoding>(request.headers['accept-encoding'] ?? '', ['br', 'gzip'])
  if (!encoding) return reply.send(plain)
  const content = encoded.get(encoding) ?? encoders[encoding](plain)
  encoded.set(encoding, content)
  return reply.header('content-encoding', encoding).send(await content)
}
