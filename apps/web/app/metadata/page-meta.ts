import { type Page, type PagePath, pages, socialImagePath } from '@lastmile/contracts/pages'
import { brand } from '@lastmile/contracts/site'
import type { MetaDescriptor, MetaFunction } from 'react-router'
import { siteOrigin } from './origin.ts'
import { breadcrumbList, organization, type StructuredData } from './structured-data.ts'

export const noindex: MetaDescriptor = { name: 'robots', content: 'noindex' }

/**
 * What `<head>` says about a page: title, description, canonical address, how a shared link looks, structured data.
 * @param more structured data that only this page has
 */
export function describePage(page: Page, more: readonly StructuredData[] = []): MetaDescriptor[] {
  const url = `${siteOrigin}${page.path}`
  const image = `${siteOrigin}${socialImagePath(page.path)}`
  const words = [{ title: page.title }, { name: 'description', content: page.description }]
  if (!page.isIndexed) return [...words, noindex]
  return [
    ...words,
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: brand },
    { property: 'og:locale', content: 'en_NG' },
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: image },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: page.socialText },
    { name: 'twitter:card', content: 'summary_large_image' },
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@graph': [organization(), breadcrumbList(page), ...more],
      },
    },
  ]
}

/** The `meta` of a route that shows a page of the table. */
export function pageMeta(path: PagePath, ...more: StructuredData[]): MetaFunction {
  const page: Page | undefined = pages.find((each) => each.path === path)
  if (!page) throw new Error(`There is no page ${path}`)
  return () => describePage(page, more)
}

/** The `meta` of a screen of the application, which search engines leave alone. */
export function appMeta(name: string): MetaFunction {
  return () => [{ title: `${name} | ${brand}` }, noindex]
}
