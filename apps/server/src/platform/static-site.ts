import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import fastifyStatic from '@fastify/static'
import { apiRoutes } from '@lastmile/contracts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { ApiError, sendError } from './errors.ts'
import { type InlineHashes, pagePolicy } from './security-headers.ts'

interface Page {
  html: string
  policy: string
}

/** Addresses below these are for programs: what is not there is answered in the API's error form. */
const programPrefixes = [
  ...new Set(Object.values(apiRoutes).map(({ path }) => path.split('/').slice(0, 3).join('/'))),
  '/server',
  '/didcomm',
  '/resources',
  '/tails',
  '/i',
  '/content',
  '/docs',
]

const notBuilt =
  '<!doctype html><html lang="en"><title>Not built yet</title><p>The pages are not built yet. Run npm run build.'

export interface StaticSiteOptions {
  webDir: string
  publicUrl: string
  /** Whether the application has a page at this path, without a slash at its end. */
  isAppPath: (path: string) => boolean
}

/**
 * Serves the built web pages: files with hashed names for ever, prerendered pages, the application's document for its
 * own addresses, and the not-found page with status 404 for all others.
 */
export async function registerStaticSite(app: FastifyInstance, options: StaticSiteOptions): Promise<void> {
  const { webDir, publicUrl, isAppPath } = options
  const built = existsSync(webDir)
  await app.register(fastifyStatic, {
    root: built ? webDir : import.meta.dirname,
    wildcard: false,
    serve: built,
    index: false,
    preCompressed: true,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz'],
    cacheControl: false,
    decorateReply: true,
    setHeaders: (reply, path) => {
      const hashed = relative(webDir, path).startsWith('assets')
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })

  const pages = built ? readPages(webDir, publicUrl) : new Map<string, Page>()
  const fallback = pages.get('/__spa-fallback') ?? pages.get('/')
  const notFoundPage = pages.get('/404') ?? fallback ?? pageOf(notBuilt, publicUrl)

  app.setNotFoundHandler(async (request, reply) => {
    const path = (request.url.split('?')[0] ?? '/').replace(/(.)\/+$/, '$1')
    const forProgram = programPrefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
    if (forProgram) {
      return sendError(reply, new ApiError(404, 'not-found', 'There is nothing at this address.'))
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return sendError(reply, new ApiError(405, 'method-not-allowed', 'This address can only be read.'))
    }
    if (!built) return sendPage(reply, 503, notFoundPage)
    const page = isInternal(path) ? undefined : (pages.get(path) ?? (isAppPath(path) ? fallback : undefined))
    if (page) return sendPage(reply, 200, page)
    return sendPage(reply, 404, appRoutes.test(path) ? (fallback ?? notFoundPage) : notFoundPage)
  })
}

/** Here the application itself says that there is nothing; the not-found page's markup would not be what it expects. */
const appRoutes = /^\/(demo|uc)\/[^/]+$/

const isInternal = (path: string) => path === '/404' || path === '/__spa-fallback'

function sendPage(reply: FastifyReply, status: number, page: Page): FastifyReply {
  return reply
    .code(status)
    .headers({ 'content-security-policy': page.policy, 'cache-control': 'no-cache' })
    .type('text/html; charset=utf-8')
    .send(page.html)
}

/** Every HTML file by the path it is served at: `about/index.html` and `about.html` at `/about`. */
function readPages(webDir: string, publicUrl: string): Map<string, Page> {
  const files = readdirSync(webDir, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'))
  return new Map(
    files.map((file) => {
      const path = `/${file.replaceAll('\\', '/').replace(/(^|\/)index\.html$|\.html$/, '')}`
      return [path, pageOf(readFileSync(join(webDir, file), 'utf8'), publicUrl)]
    }),
  )
}

function pageOf(html: string, publicUrl: string): Page {
  return { html, policy: pagePolicy(publicUrl, inlineHashes(html)) }
}

/** Hashes of the scripts and styles inside a built page, for its content security policy. */
function inlineHashes(html: string): InlineHashes {
  const hashesOf = (pattern: RegExp) =>
    [...new Set([...html.matchAll(pattern)].map((match) => match[1] ?? ''))].map(
      (content) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`,
    )
  return {
    scripts: hashesOf(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g),
    styles: hashesOf(/<style[^>]*>([\s\S]*?)<\/style>/g),
  }
}
