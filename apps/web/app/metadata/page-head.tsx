import { originPlaceholder, type Page, socialImagePath } from '@lastmile/contracts/pages'
import { brand, pageLocale, pageTransition } from '@lastmile/contracts/site'
import { screenTitle } from './screen-title.ts'
import { breadcrumbList, organization, type StructuredData } from './structured-data.ts'

interface PageHeadProps {
  page: Page
  /** Structured data of this page only. */
  data?: readonly StructuredData[]
}

/** A page's metadata in `<head>`: title, description, canonical address, link preview, structured data. */
export function PageHead({ page, data = [] }: PageHeadProps) {
  const { title, description, isIndexed } = page
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {isIndexed ? <SharedLink page={page} data={data} /> : <Unlisted />}
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

function SharedLink({ page, data = [] }: PageHeadProps) {
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
      <DataBlock
        data={{ '@context': 'https://schema.org', '@graph': [organization(), breadcrumbList(page), ...data] }}
      />
    </>
  )
}

function DataBlock({ data }: { data: object }) {
  // Keeps text from closing the element.
  const text = JSON.stringify(data).replaceAll('<', '\\u003c')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own data, escaped above
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />
}
