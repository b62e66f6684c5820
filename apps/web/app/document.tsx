import frauncesLatin from '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?url'
import instrumentSansLatin from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url'
import type { ReactNode } from 'react'
import { ConsentBanner } from './frame/consent-banner.tsx'
import { CookieSettingsDialog } from './frame/cookie-settings-dialog.tsx'
import { liveRegion } from './ui/announce.ts'
import { SkipLink } from './ui/skip-link.tsx'

/** The files of a document, by address. */
export interface DocumentAssets {
  /** Source text of `site/first-paint.ts`. */
  firstPaint: string
  stylesheets: readonly string[]
  modules: readonly string[]
  /** Imports of the modules, preloaded. */
  preloads: readonly string[]
}

interface DocumentProps {
  language: string
  assets: DocumentAssets
  /** Metadata. */
  head: ReactNode
  /** Manifest of the installable app; the site's by default. */
  manifest?: string | undefined
  children: ReactNode
}

/**
 * Browsers that support it prefetch a page while the pointer rests on its link. The text is the same on every page: the
 * content security policy allows it by hash.
 */
const speculationRules = JSON.stringify({
  prefetch: [{ where: { href_matches: '/*' }, eagerness: 'moderate' }],
})

/** The HTML document of every page and demo screen, rendered at build time only. */
export function Document({ language, assets, head, manifest = '/manifest.webmanifest', children }: DocumentProps) {
  const { firstPaint, stylesheets, modules, preloads } = assets
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf6" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0b1411" />
        <InlineScript text={firstPaint} />
        {head}
        {[instrumentSansLatin, frauncesLatin].map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
        ))}
        {stylesheets.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {modules.map((src) => (
          <script key={src} type="module" src={src} />
        ))}
        {preloads.map((href) => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
        <link rel="manifest" href={manifest} />
        <InlineScript type="speculationrules" text={speculationRules} />
      </head>
      <body>
        <SkipLink />
        <ConsentBanner />
        {children}
        <CookieSettingsDialog />
        <div className="sr-only">
          <div {...liveRegion('polite')} />
          <div {...liveRegion('assertive')} />
        </div>
      </body>
    </html>
  )
}

function InlineScript({ type, text }: { type?: 'speculationrules'; text: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, allowed by its hash
  return <script type={type} dangerouslySetInnerHTML={{ __html: text }} />
}
