import { existsSync } from 'node:fs'
import { relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import { apiRoutes, serverSegments } from '@lastmile/contracts'
import { serviceWorkerPath } from '@lastmile/contracts/site'
import type { FastifyInstance } from 'fastify'
import { ApiError, nothingHere, sendError } from '../http/errors.ts'
import { serviceWorkerPolicy, walletWorkerPolicy } from '../http/security-headers.ts'
import { registerSearchEngineFiles } from './search-engines.ts'
import { pageOf, readPages, type SitePage, sendPage } from './site-pages.ts'
import { withoutEndSlashes } from './site-path.ts'

/** Addresses below these are for programs: what is not there is answered in the API's error form. */
const programPrefixes = [
  ...new Set(Object.values(apiRoutes).map(({ path }) => path.split('/').slice(0, 3).join('/'))),
  ...serverSegments.map((segment) => `/${segment}`),
]

/** The ending of a compressed copy, which gets the same headers. */
const compressed = /\.(br|gz)$/

/** Workers that a wallet's engine is in, which talks to servers of others. */
const walletWorker = /[/\\](wallet|lab)-worker-[\w-]+\.js$/

const notBuilt =
  '<!doctype html><html lang="en"><title>Not built yet</title><p>The pages are not built yet. Run npm run build.'

export interface StaticSiteOptions {
  webDir: string
  publicUrl: string
  /** The id of web analytics, where the operator has set one. */
  measurementId?: string | undefined
  /** Whether the application has a page at this path, without a slash at its end. */
  isAppPath: (path: string) => boolean
}

/**
 * Serves the built web pages: files with hashed names for ever, prerendered pages, the application's documents for its
 * own addresses, and the not-found page with status 404 for all others.
 *
 * @returns every built document, those too that have no address of their own
 */
export async function registerStaticSite(
  app: FastifyInstance,
  options: StaticSiteOptions,
): Promise<ReadonlyMap<string, SitePage>> {
  const { webDir, publicUrl, measurementId, isAppPath } = options
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
      const [folder] = relative(webDir, path).split(sep)
      const hashed = folder === 'assets' || folder === 'wallet'
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
      if (hashed && walletWorker.test(path.replace(compressed, ''))) {
        reply.header('content-security-policy', walletWorkerPolicy(publicUrl))
      }
      if (`/${folder?.replace(compressed, '')}` === serviceWorkerPath) {
        reply.headers({ 'cache-control': 'no-cache', 'content-security-policy': serviceWorkerPolicy })
      }
      // Other sites show these beside their links to us.
      if (folder === 'social') reply.header('cross-origin-resource-policy', 'cross-origin')
    },
  })

  const pages = built ? readPages(webDir, publicUrl, measurementId) : new Map<string, SitePage>()
  const notFoundPage = pages.get('/404') ?? pageOf(notBuilt, { publicUrl })

  registerSearchEngineFiles(app, pages.values(), publicUrl)
  app.setNotFoundHandler(async (request, reply) => {
    const path = withoutEndSlashes(request.url.split('?')[0] ?? '/')
    const forProgram = programPrefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
    if (forProgram) {
      return sendError(reply, nothingHere())
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return sendError(reply, new ApiError(405, 'method-not-allowed', 'This address can only be read.'))
    }
    if (!built) return sendPage(request, reply, 503, notFoundPage)
    const page = isInternal(path) ? undefined : pages.get(path)
    if (page) return sendPage(request, reply, 200, page)
    const screen = screenAt(pages, path)
    if (screen && isAppPath(path)) return sendPage(request, reply, 200, screen)
    // Below these the application itself says that there is nothing.
    return sendPage(request, reply, 404, (appRoutes.test(path) ? screen : undefined) ?? notFoundPage)
  })
  return pages
}

const appRoutes = /^\/(demo|uc)\/[^/]+$/

const isInternal = (path: string) => path === '/404' || path.startsWith('/__')

/** The application's document for an address: one of its own, or that of all below the first part. */
function screenAt(pages: ReadonlyMap<string, SitePage>, path: string): SitePage | undefined {
  const [, first = ''] = path.split('/')
  return pages.get(`/__screens${path}`) ?? pages.get(`/__screens/${first}`)
}
