import './app.css'
import frauncesLatin from '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?url'
import instrumentSansLatin from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url'
import { brand } from '@lastmile/contracts/site'
import { type ReactNode, useEffect } from 'react'
import { Links, type LinksFunction, Meta, type MetaFunction, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { ConsentBanner } from './consent/consent-banner.tsx'
import { consentScript } from './consent/consent-script.ts'
import { ConsentSettings } from './consent/consent-settings.tsx'
import { PageTracking } from './tracking/page-tracking.tsx'
import { track } from './tracking/track.ts'
import { Announcer } from './ui/announcer.tsx'
import { Button } from './ui/button.tsx'
import fonts from './ui/fonts.css?url'
import { LogoMark } from './ui/logo.tsx'
import { PageShell } from './ui/page-shell.tsx'
import { mainId, SkipLink } from './ui/skip-link.tsx'
import { themeScript } from './ui/theme-script.ts'

export const links: LinksFunction = () => [
  ...[instrumentSansLatin, frauncesLatin].map((href) => ({
    rel: 'preload',
    as: 'font' as const,
    type: 'font/woff2',
    href,
    crossOrigin: 'anonymous' as const,
  })),
  { rel: 'stylesheet', href: fonts },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/icons/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

/** Of pages that say nothing themselves, and of the fallback document: not for search engines. */
export const meta: MetaFunction = () => [{ title: brand }, { name: 'robots', content: 'noindex' }]

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf6" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0b1411" />
        <HeadScript text={import.meta.env.SSR ? themeScript : ''} />
        <HeadScript text={import.meta.env.SSR ? consentScript : ''} />
        <Meta />
        <Links />
      </head>
      <body>
        <SkipLink />
        <ConsentBanner />
        {children}
        <ConsentSettings />
        <Announcer />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

/** Has run long before React is there, so the code of the page does without its text. */
function HeadScript({ text }: { text: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant text, allowed by its hash
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />
}

export default function Root() {
  return (
    <>
      <Outlet />
      <PageTracking />
    </>
  )
}

/** What the fallback document shows until the demo has loaded. */
export function HydrateFallback() {
  return (
    <main id={mainId} className="grid min-h-dvh place-content-center justify-items-center gap-5 px-6 text-center">
      <LogoMark size={56} />
      <p role="status" className="text-mute">
        Opening the demo
      </p>
      <noscript>
        <p className="measure">
          The demo talks to a wallet while you watch, so it needs JavaScript. Please switch it on.
        </p>
      </noscript>
    </main>
  )
}

/** A fault of ours on any page. */
export function ErrorBoundary() {
  useEffect(() => track({ type: 'error_occurred', properties: { reason: 'page' } }), [])
  return (
    <PageShell>
      <PageTracking />
      <div className="wrap py-24">
        <h1 className="text-title">This page broke.</h1>
        <p className="measure mt-4 text-lead text-mute">
          The fault is ours, and nothing in your wallet has changed. Reload the page; if it breaks again, start from the
          home page.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <Button onClick={() => location.reload()}>Reload</Button>
          <Button variant="ghost" href="/">
            Home
          </Button>
        </div>
      </div>
    </PageShell>
  )
}
