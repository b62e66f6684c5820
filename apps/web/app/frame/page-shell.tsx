import type { Page } from '@lastmile/contracts/pages'
import type { ReactNode } from 'react'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { mainId } from '../ui/skip-link.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

interface PageShellProps {
  /** The current page; a missing page has no breadcrumbs. */
  page?: Page
  children: ReactNode
}

/** Header, breadcrumbs, content and footer of the marketing pages. */
export function PageShell({ page, children }: PageShellProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader path={page?.path} />
      {page ? <Breadcrumbs page={page} /> : null}
      <main id={mainId} tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <SiteFooter />
    </div>
  )
}
