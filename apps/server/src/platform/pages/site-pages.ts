import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { labCodePlaceholder, originPlaceholder } from '@lastmile/contracts/pages'
import { labPath } from '@lastmile/contracts/site'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CompressedText, compressedText, sendCompressed } from '../http/compressed-text.ts'
import { type InlineHashes, pagePolicy, permissions } from '../http/security-headers.ts'
import { codePicture } from './code-picture.ts'

/** A built page, ready to be sent. */
export interface SitePage {
  readonly policy: string
  readonly permissions: string
  readonly etag: string
  readonly content: CompressedText
}

/** Every built document by its path. */
export type SitePages = ReadonlyMap<string, SitePage>

/**
 * Every built HTML file by its path: `about/index.html` and `about.html` at `/about`. Fills in what the build did not
 * know: the public address, and the measurement id, which the page's code looks for on <html>.
 */
export function readPages(webDir: string, publicUrl: string, measurementId?: string): Map<string, SitePage> {
  const files = readdirSync(webDir, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'))
  return new Map(
    files.map((file) => {
      const path = `/${file.replaceAll('\\', '/').replace(/(^|\/)index\.html$|\.html$/, '')}`
      const built = readFileSync(join(webDir, file), 'utf8')
      return [path, pageOf(built, { publicUrl, measurementId, isScreen: path.startsWith('/__screens/') })]
    }),
  )
}

interface PageOptions {
  publicUrl: string
  measurementId?: string | undefined
  /** Whether the wallet can be opened on it. */
  isScreen?: boolean
}

export function pageOf(built: string, { publicUrl, measurementId, isScreen = false }: PageOptions): SitePage {
  const located = built
    .replaceAll(originPlaceholder, publicUrl)
    .replace(labCodePlaceholder, () => codePicture(publicUrl + labPath, 'QR code of the lab’s address', 128).text)
  const html = measurementId ? located.replace('<html ', `<html data-measurement-id="${measurementId}" `) : located
  return {
    policy: pagePolicy(publicUrl, inlineHashes(html), measurementId !== undefined),
    permissions: permissions(isScreen),
    etag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
    content: compressedText(html),
  }
}

/** Answers with a page, or with 304 when the browser has it already. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  page: SitePage,
): Promise<FastifyReply> {
  const { etag, policy, permissions, content } = page
  reply.headers({
    'content-security-policy': policy,
    'permissions-policy': permissions,
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    etag,
  })
  if (status === 200 && request.headers['if-none-match']?.split(/,\s*/).includes(etag)) return reply.code(304).send()
  reply.code(status).type('text/html; charset=utf-8')
  return sendCompressed(request, reply, content)
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
