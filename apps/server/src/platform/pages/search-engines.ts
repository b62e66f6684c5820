import type { FastifyInstance } from 'fastify'
import type { SitePage } from './site-pages.ts'

/** `robots.txt` and `sitemap.xml`, which lists every page that names its canonical address. */
export function registerSearchEngineFiles(app: FastifyInstance, pages: Iterable<SitePage>, publicUrl: string): void {
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
