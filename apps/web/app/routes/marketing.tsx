import { type CharacterSummary, characterPage, type Page, pages } from '@lastmile/contracts/pages'
import { Outlet, useMatches } from 'react-router'
import { PageShell } from '../ui/page-shell.tsx'

/** Frame of the marketing pages. */
export default function Marketing() {
  const { pathname = '/', loaderData } = useMatches().at(-1) ?? {}
  const page: Page | undefined = pages.find(({ path }) => path === pathname.replace(/(.)\/$/, '$1'))
  return (
    <PageShell page={page ?? (loaderData ? characterPage(loaderData as CharacterSummary) : undefined)}>
      <Outlet />
    </PageShell>
  )
}
