import type { Page } from 'playwright-core'

/** Metadata and links of a document. */
export interface PageFacts {
  readonly url: string
  readonly lang: string
  readonly title: string
  /** Contents by `name` or `property`. */
  readonly meta: Readonly<Record<string, string>>
  readonly canonical: string | undefined
  /** Texts of its blocks of structured data. */
  readonly structuredData: readonly string[]
  /** Those that can be seen, in order. */
  readonly headings: readonly { readonly level: number; readonly text: string }[]
  /** Names in the breadcrumb, home first. */
  readonly breadcrumb: readonly string[]
  /** The text of the whole page, to compare structured data with. */
  readonly text: string
  /** Everything that a fragment can point to. */
  readonly ids: readonly string[]
  /** As written in the document. */
  readonly links: readonly string[]
  /** Pictures, scripts, style sheets, icons: as written in the document. */
  readonly assets: readonly string[]
}

/** Reads the page as it stands. */
export async function readFacts(page: Page): Promise<PageFacts> {
  // Named functions are sent with a call of esbuild's, which the page does not have.
  await page.evaluate('window.__name = (value) => value')
  return page.evaluate(() => {
    const all = <Kind extends Element = HTMLElement>(selector: string) => [...document.querySelectorAll<Kind>(selector)]
    const words = (element: Element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim()
    const attributes = (selector: string, name: string) =>
      all(selector).flatMap((element) => element.getAttribute(name) ?? [])
    return {
      url: location.href,
      lang: document.documentElement.lang,
      title: document.title,
      meta: Object.fromEntries(
        all<HTMLMetaElement>('meta[content]').map((meta) => [
          meta.getAttribute('name') ?? meta.getAttribute('property') ?? '',
          meta.content,
        ]),
      ),
      canonical: all<HTMLLinkElement>('link[rel="canonical"]')[0]?.href,
      structuredData: all('script[type="application/ld+json"]').map((script) => script.textContent ?? ''),
      headings: all('h1, h2, h3, h4, h5, h6')
        .filter((heading) => heading.checkVisibility())
        .map((heading) => ({ level: Number(heading.tagName[1]), text: words(heading) })),
      breadcrumb: all('nav[aria-label="Breadcrumb"] li').map(words),
      text: words(document.body),
      ids: [...attributes('[id]', 'id'), ...attributes('a[name]', 'name')],
      links: attributes('a[href], area[href]', 'href'),
      assets: [
        ...attributes('[src]', 'src'),
        ...attributes('link[href]:not([rel="canonical"])', 'href'),
        ...attributes('[poster]', 'poster'),
        ...attributes('object[data]', 'data'),
        ...attributes('[srcset]', 'srcset').flatMap((set) => set.split(/,\s+/).map((each) => each.split(' ')[0] ?? '')),
        ...attributes('svg use, svg image', 'href'),
      ],
    }
  })
}
