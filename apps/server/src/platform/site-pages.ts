import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { originPlaceholder } from '@lastmile/contracts/pages'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type InlineHashes, pagePolicy } from './security-headers.ts'

const encoders = { br: promisify(brotliCompress), gzip: promisify(gzip) }
type Encoding = keyof typeof encoders

/** A built page, ready to be sent. */
export interface SitePage {
  readonly html: string
  readonly policy: string
  readonly etag: string
  /** Compressed when first asked for: pages never change while the server runs. */
  readonly encoded: Map<Encoding, Promise<Buffer>>
}

/**
 * Every built HTML file by the path it is served at: `about/index.html` and `about.html` at `/about`. The pages were
 * built without knowing where they would be served, so the public address takes its placeholder's place; nor whether the
 * operator has set a measurement id, which their code looks for on <html>.
 */
export function readPages(webDir: string, publicUrl: string, measurementId?: string): Map<string, SitePage> {
  const files = readdirSync(webDir, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'))
  return new Map(
    files.map((file) => {
      const path = `/${file.replaceAll('\\', '/').replace(/(^|\/)index\.html$|\.html$/, '')}`
      return [path, pageOf(readFileSync(join(webDir, file), 'utf8'), publicUrl, measurementId)]
    }),
  )
}

export function pageOf(built: string, publicUrl: string, measurementId?: string): SitePage {
  const located = built.replaceAll(originPlaceholder, publicUrl)
  const html = measurementId ? located.replace('<html ', `<html data-measurement-id="${measurementId}" `) : located
  return {
    html,
    policy: pagePolicy(publicUrl, inlineHashes(html), measurementId !== undefined),
    etag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
    encoded: new Map(),
  }
}

/** Answers with a page, or with 304 when the browser has it already. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  page: SitePage,
): Promise<FastifyReply> {
  const { etag, policy, html } = page
  reply.headers({
    'content-security-policy': policy,
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    etag,
  })
  if (status === 200 && request.headers['if-none-match']?.split(/,\s*/).includes(etag)) return reply.code(304).send()
  reply.code(status).type('text/html; charset=utf-8')
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (!encoding) return reply.send(html)
  const encoded = page.encoded.get(encoding) ?? encoders[encoding](html)
  page.encoded.set(encoding, encoded)
  return reply.header('content-encoding', encoding).send(await encoded)
}

function encodingFor(accepted = ''): Encoding | undefined {
  const refused = (name: string) => new RegExp(`\\b${name}\\s*;\\s*q=0(\\.0*)?\\s*(,|$)`).test(accepted)
  return (['br', 'gzip'] as const).find((name) => new RegExp(`\\b${name}\\b`).test(accepted) && !refused(name))
}

/** Hashes of the scripts and styles inside a built page, for its content security policy. Data are not run. */
function inlineHashes(html: string): InlineHashes {
  const hashesOf = (pattern: RegExp) =>
    [...new Set([...html.matchAll(pattern)].map((match) => match[1] ?? ''))].map(
      (content) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`,
    )
  return {
    scripts: hashesOf(/<script(?![^>]*\s(?:src=|type="application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/g),
    styles: hashesOf(/<style[^>]*>([\s\S]*?)<\/style>/g),
  }
}
