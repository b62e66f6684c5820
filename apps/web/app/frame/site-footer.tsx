import { type PagePath, pages } from '@lastmile/contracts/pages'
import { apiDocsPath, labPath, sourceDocument, walletPath } from '@lastmile/contracts/site'
import type { ReactNode } from 'react'
import { FooterBar } from '../ui/footer-bar.tsx'
import { Logo } from '../ui/logo.tsx'
import { CookieSettingsLink } from './cookie-settings-link.tsx'

const linkLooks =
  'inline-flex min-h-11 items-center py-1.5 leading-snug text-mute hover:text-ink hover:underline underline-offset-4 md:min-h-9'

const cookieSettings = <CookieSettingsLink className={linkLooks}>Cookie settings</CookieSettingsLink>

interface Group {
  title: string
  paths: readonly PagePath[]
  /** Addresses that are no pages of the site, by their words. */
  others?: Readonly<Record<string, string>>
  last?: ReactNode
}

const groups: readonly Group[] = [
  {
    title: 'Solutions',
    paths: ['/personal', '/business', '/hospitals', '/government', '/pilot-project', '/landing', '/confirmd'],
    others: { 'Web wallet': walletPath },
  },
  {
    title: 'Understand',
    paths: ['/how-it-works', '/learn-more', '/case-studies/fnb', '/case-studies/shopeasy', '/lab/teach'],
    others: { 'The lab': labPath, 'API reference': apiDocsPath, Measurements: sourceDocument('quality') },
  },
  { title: 'Company', paths: ['/about', '/team', '/careers', '/contact'] },
  { title: 'Legal', paths: ['/terms', '/privacy', '/cookies'], last: cookieSettings },
]

/** Links to every page of the site, to what else can be opened, and to the cookie settings. */
export function SiteFooter() {
  return (
    <footer className="border-t border-line print:hidden">
      <div className="wrap grid gap-10 py-[clamp(36px,5vw,64px)] lg:grid-cols-[1fr_2.6fr]">
        <div>
          <Logo />
          <p className="mt-4 max-w-[32ch] text-small text-balance text-mute">
            A digital trust wallet, shown with real credentials. The people in the demo are made up.
          </p>
        </div>
        <nav aria-label="All pages" className="grid grid-cols-2 gap-x-6 gap-y-8 text-small sm:grid-cols-4">
          {groups.map(({ title, paths, others = {}, last }) => (
            <div key={title}>
              <h2 className="font-sans font-semibold">{title}</h2>
              <ul className="mt-2">
                {paths.map((path) => (
                  <li key={path}>
                    <a href={path} className={linkLooks}>
                      {pages.find((page) => page.path === path)?.name}
                    </a>
                  </li>
                ))}
                {Object.entries(others).map(([words, to]) => (
                  <li key={to}>
                    <a href={to} className={linkLooks}>
                      {words}
                    </a>
                  </li>
                ))}
                {last ? <li>{last}</li> : null}
              </ul>
            </div>
          ))}
        </nav>
      </div>
      <div className="border-t border-line">
        <FooterBar />
      </div>
    </footer>
  )
}
