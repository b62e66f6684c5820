import { locale, pageLocale, walletPath } from '@lastmile/contracts/site'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Document, type DocumentAssets } from '../app/document.tsx'
import { PageShell } from '../app/frame/page-shell.tsx'
import { PageData, PageHead, ScreenHead } from '../app/metadata/page-head.tsx'
import { demoRootId } from '../app/routes/demo-root.ts'
import { Opening } from '../app/routes/opening.tsx'
import { openInvitations, type SitePage, sitePages } from '../app/routes/pages.tsx'
import { type Screen, screens } from '../app/routes/screens.ts'
import { characterShowcases, walletsOfContent } from './characters.ts'

/** A document of the site. Sources name its modules and stylesheets, relative to `apps/web`. */
export interface SiteDocument {
  /** Its path on the server: `/about`, or `/__screens/uc` for the screens below `/uc`. */
  path: string
  kind: 'page' | 'screen'
  /** Browser entries. */
  modules: readonly string[]
  /** Their later imports. */
  later: readonly string[]
  render: (assets: DocumentAssets) => string
}

/** The site's pages with the current content. */
export const pagesNow = (): SitePage[] => sitePages({ characters: characterShowcases(), wallets: walletsOfContent() })

/** Every document of the site: each page, each form of an invitation, and each kind of screen. */
export function siteDocuments(): SiteDocument[] {
  return [
    ...pagesNow().map((page) => pageDocument(page)),
    ...openInvitations(walletsOfContent()).map(({ path, ...form }) => pageDocument(form, path)),
    ...screens.map(screenDocument),
  ]
}

function pageDocument({ page, content, data, module }: SitePage, path = page.path): SiteDocument {
  const isFound = page.path !== '/404'
  return {
    path,
    kind: 'page',
    modules: ['app/site/site.ts', ...(module ? [module] : [])],
    later: [],
    render: (assets) =>
      html(
        pageLocale,
        assets,
        <PageHead page={page} />,
        <>
          <PageShell page={isFound ? page : undefined}>{content}</PageShell>
          <PageData page={page} data={data} />
        </>,
      ),
  }
}

function screenDocument({ path, name, file }: Screen): SiteDocument {
  return {
    path: screenDocumentPath(path),
    kind: 'screen',
    modules: ['app/demo.tsx'],
    later: [`app/routes/screens/${file}`],
    render: (assets) =>
      html(
        locale,
        assets,
        <ScreenHead name={name} />,
        <div id={demoRootId} className="contents">
          <Opening />
        </div>,
        path === walletPath ? '/wallet.webmanifest' : undefined,
      ),
  }
}

/** Drops the variable part: `/uc/:slug` becomes `/__screens/uc`. */
const screenDocumentPath = (path: string) => `/__screens${path.replace(/\/:.*$/, '')}`

const html = (language: string, assets: DocumentAssets, head: ReactNode, content: ReactNode, manifest?: string) =>
  `<!DOCTYPE html>${renderToStaticMarkup(
    <Document language={language} assets={assets} head={head} manifest={manifest}>
      {content}
    </Document>,
  ).replace(/^<!DOCTYPE html>/i, '')}`
