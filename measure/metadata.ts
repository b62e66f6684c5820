import { breadcrumbs, type Page } from '@lastmile/contracts/pages'
import type { PageFacts } from './page-facts.ts'
import type { Route } from './routes.ts'

/** Missing metadata of the document, a line each. */
export function findGaps({ page, path }: Route, facts: PageFacts, origin: string): string[] {
  return [
    ...(facts.lang ? [] : ['no language']),
    ...(facts.title ? [] : ['no title']),
    ...headingGaps(facts),
    ...(page ? pageGaps(page, facts) : []),
    ...(page?.isIndexed ? sharingGaps(page, facts, origin + path) : noindexGap(facts)),
  ]
}

function pageGaps(page: Page, { title, meta }: PageFacts): string[] {
  return [
    ...(title === page.title ? [] : [`the title '${title}' where '${page.title}' is expected`]),
    ...(meta.description === page.description ? [] : ['no description, or not that of the table of pages']),
  ]
}

const noindexGap = ({ meta }: PageFacts) => (meta.robots?.includes('noindex') ? [] : ['no noindex'])

/** Metadata that search engines and shared links need. */
function sharingGaps(page: Page, facts: PageFacts, address: string): string[] {
  const { meta, canonical, breadcrumb } = facts
  const expected = { 'og:title': page.title, 'og:description': page.description, 'og:url': address }
  const names = breadcrumbs(page).map(({ name }) => name)
  return [
    ...(canonical === address ? [] : [`the canonical address ${canonical ?? '(none)'}`]),
    ...(meta.robots?.includes('noindex') ? ['noindex, though it shall be found'] : []),
    ...Object.entries(expected).flatMap(([name, value]) => (meta[name] === value ? [] : [`no ${name}, or another`])),
    ...(names.length < 2 || breadcrumb.join() === names.join() ? [] : [`the breadcrumb '${breadcrumb.join(' > ')}'`]),
  ]
}

/** One h1, and no level left out on the way down. */
function headingGaps({ headings }: PageFacts): string[] {
  const first = headings.filter(({ level }) => level === 1).length
  return [
    ...(first === 1 ? [] : [`${first} h1`]),
    ...headings.flatMap(({ level, text }, index) => {
      const above = headings[index - 1]?.level ?? level
      return level > above + 1 ? [`h${level} '${text}' after h${above}`] : []
    }),
  ]
}
