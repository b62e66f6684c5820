import { originPlaceholder, type Page, socialImagePath } from '@lastmile/contracts/pages'
import { brand, pageLocale, pageTransition } from '@lastmile/contracts/site'
import { screenTitle } from './screen-title.ts'
import { breadcrumbList, organization, type StructuredData } from './structured-data.ts'

/** A page's metadata in `<head>`: title, description, canonical address, link preview. */
export function PageHead({ page }: { page: Page }) {
  const { title, description, isIndexed } = page
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {isIndexed ? <SharedLink page={page} /> : <Unlisted />}
    </>
  )
}

/** For a screen of the demo, which search engines skip. */
export function ScreenHead({ name }: { name: string }) {
  return (
    <>
      <title>{screenTitle(name)}</title>
      <Unlisted />
      <style>{pageTransition}</style>
    </>
  )
}

const Unlisted = () => <meta name="robots" content="noindex" />

function SharedLink({ page }: { page: Page }) {
  const { path, title, description, socialText } = page
  const address = `${originPlaceholder}${path}`
  const shared = {
    'og:type': 'website',
    'og:site_name': brand,
    'og:locale': `${pageLocale}_NG`,
    'og:title': title,
    'og:description': description,
    'og:url': address,
    'og:image': `${originPlaceholder}${socialImagePath(path)}`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': socialText,
  }
  return (
    <>
      <link rel="canonical" href={address} />
      {Object.entries(shared).map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

interface PageDataProps {
  page: Page
  /** Structured data of this page only. */
  data?: readonly StructuredData[]
}

/** A page's structured data for search engines: after the page, whose words it repeats, it compresses to little. */
export function PageData({ page, data = [] }: PageDataProps) {
  if (!page.isIndexed) return null
  const graph = [organization(), breadcrumbList(page), ...data]
  // Keeps text from closing the element.
  const text = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own data, escaped above
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />
}
