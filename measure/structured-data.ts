import { breadcrumbs, type Page } from '@lastmile/contracts/pages'
import type { PageFacts } from './page-facts.ts'

type Thing = { readonly '@type'?: unknown } & Readonly<Record<string, unknown>>

/** On every page that search engines may list. */
const usualTypes = ['Organization', 'BreadcrumbList']
/** Besides those, on pages that promise it. */
const ownTypes: Readonly<Record<string, readonly string[]>> = { '/contact': ['FAQPage'], '/careers': ['JobPosting'] }

export interface StructuredDataFindings {
  readonly gaps: readonly string[]
  /** Addresses that the data name. */
  readonly links: readonly string[]
}

/** Whether the page's structured data can be read, have the types expected of it, and say what the page says. */
export function readStructuredData(page: Page, facts: PageFacts): StructuredDataFindings {
  const things: Thing[] = []
  for (const text of facts.structuredData) {
    try {
      things.push(...thingsOf(JSON.parse(text)))
    } catch {
      return { gaps: ['structured data that cannot be parsed'], links: [] }
    }
  }
  const ofType = (type: string) => things.filter((thing) => thing['@type'] === type)
  const missing = [
    ...usualTypes.filter((type) => ofType(type).length !== 1),
    ...(ownTypes[page.path] ?? []).filter((type) => ofType(type).length === 0),
  ]
  return {
    gaps: [
      ...missing.map((type) => `no ${type} in the structured data`),
      ...ofType('BreadcrumbList').flatMap((list) => breadcrumbGap(list, page) ?? []),
      ...ofType('FAQPage').flatMap((list) => unseenQuestions(list, facts)),
    ],
    links: things.flatMap(({ url, logo }) => [url, logo].filter((each) => typeof each === 'string')),
  }
}

/** Objects of a block: those of its graph, or itself. */
function thingsOf(block: unknown): Thing[] {
  if (typeof block !== 'object' || block === null || !('@context' in block)) throw new Error('No vocabulary is named.')
  return '@graph' in block && Array.isArray(block['@graph']) ? block['@graph'] : [block]
}

const listOf = (value: unknown): Thing[] => (Array.isArray(value) ? value : [])

function breadcrumbGap(list: Thing, page: Page): string | undefined {
  const named = listOf(list.itemListElement).map(({ name }) => name)
  const expected = breadcrumbs(page).map(({ name }) => name)
  return named.join() === expected.join() ? undefined : `a BreadcrumbList of ${named.join(' > ')}`
}

/** Search engines want only questions that the page shows. */
function unseenQuestions(list: Thing, facts: PageFacts): string[] {
  return listOf(list.mainEntity)
    .map(({ name }) => String(name))
    .filter((question) => !facts.text.includes(question.replace(/\s+/g, ' ')))
    .map((question) => `an FAQPage with a question that the page does not show: ${question}`)
}
