import { existsSync } from 'node:fs'
import { relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import { apiRoutes, serverSegments } from '@lastmile/contracts'
import { serviceWorkerPath } from '@lastmile/contracts/site'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, nothingHere, sendError } from '../http/errors.ts'
import { serviceWorkerPolicy, walletWorkerPolicy } from '../http/security-headers.ts'
import { pageOf, readPages, type SitePage, type SitePages, sendPage } from './site-pages.ts'
import { withoutEndSlashes } from './site-path.ts'

/** Addresses below these are for programs: what is not there is answered in the API's error form. */
const programPrefixes = [
  ...new Set(Object.values(apiRoutes).map(({ path }) => path.split('/').slice(0, 3).join('/'))),
  ...serverSegments.map((segment) => `/${segment}`),
]

/** The ending of a compressed copy, which gets the same headers. */
const compressed = /\.(br|gz)$/

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
export async function registerStaticSite(app: FastifyInstance, options: StaticSiteOptions): Promise<SitePages> {
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
      // Workers that a wallet's engine is in, which talks to servers of others.
      if (folder === 'wallet') {
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
    const path = pathOf(request)
    if (isForPrograms(path)) return sendError(reply, nothingHere())
    if (!isRead(request)) {
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

const pathOf = ({ url }: FastifyRequest) => withoutEndSlashes(url.split('?')[0] ?? '/')

const isForPrograms = (path: string) =>
  programPrefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

/** Answers an address that can't be read, such as `/demo/%E0`: a person with the not-found page. */
export async function sendUnreadableAddress(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: SitePages,
): Promise<FastifyReply> {
  const page = isRead(request) && !isForPrograms(pathOf(request)) && pages.get('/404')
  if (page) return sendPage(request, reply, 404, page)
  return sendError(reply, new ApiError(400, 'address-not-valid', 'There can be nothing at this address.'))
}

const appRoutes = /^\/(demo|uc)\/[^/]+$/

const isInternal = (path: string) => path === '/404' || path.startsWith('/__')

/** The application's document for an address: one of its own, or that of all below the first part. */
function screenAt(pages: SitePages, path: string): SitePage | undefined {
  const [, first = ''] = path.split('/')
  return pages.get(`/__screens${path}`) ?? pages.get(`/__screens/${first}`)
}

/** `robots.txt` and `sitemap.xml`, which lists every page that names its canonical address. */
function registerSearchEngineFiles(app: FastifyInstance, pages: Iterable<SitePage>, publicUrl: string): void {
  const addresses = [...pages].flatMap(({ content }) => canonicalAddress(content.plain) ?? []).sort()
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...addresses.map((address) => `<url><loc>${address}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')
  // Nothing is forbidden: a page that must not be read can't say that it must not be listed.
  const robots = `User-agent: *\nDisallow:\n\nSitemap: ${publicUrl}/sitemap.xml\n`

  const serve = (url: string, type: string, text: string) =>
    app.get(url, { schema: { hide: true } }, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').type(type).send(text),
    )
  serve('/sitemap.xml', 'application/xml; charset=utf-8', sitemap)
  serve('/robots.txt', 'text/plain; charset=utf-8', robots)
}

/** As the HTML escapes it, which XML understands too. */
function canonicalAddress(html: string): string | undefined {
  const link = /<link(?=[^>]*\srel="canonical")[^>]*\shref="([^"]+)"/.exec(html)
  return link?.[1]
}
