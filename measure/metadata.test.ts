import { pages } from '@lastmile/contracts/pages'
import { describe, expect, test } from 'vitest'
import { findGaps } from './metadata.ts'
import type { PageFacts } from './page-facts.ts'
import type { Route } from './routes.ts'
import { readStructuredData } from './structured-data.ts'

const origin = 'http://localhost:3000'
const about = pages.find(({ path }) => path === '/about') ?? pages[0]
const route: Route = { path: about.path, page: about, needsOnboarding: false }

const graph = (...more: object[]) =>
  JSON.stringify({
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'Organization', url: `${origin}/`, logo: `${origin}/logo.png` },
      { '@type': 'BreadcrumbList', itemListElement: [{ name: 'Home' }, { name: about.name }] },
      ...more,
    ],
  })

const complete: PageFacts = {
  url: origin + about.path,
  lang: 'en',
  title: about.title,
  meta: {
    description: about.description,
    'og:title': about.title,
    'og:description': about.description,
    'og:url': origin + about.path,
  },
  canonical: origin + about.path,
  structuredData: [graph()],
  headings: [
    { level: 2, text: 'Cookies' },
    { level: 1, text: 'About' },
    { level: 2, text: 'Mission' },
    { level: 3, text: 'Values' },
  ],
  breadcrumb: ['Home', about.name],
  text: 'Who are you? We are.',
  ids: [],
  links: [],
  assets: [],
}
const gapsOf = (facts: Partial<PageFacts>, of = route) => findGaps(of, { ...complete, ...facts }, origin)

describe('what a document says of itself', () => {
  test('a complete one has no gaps', () => {
    expect(gapsOf({})).toEqual([])
    expect(readStructuredData(about, complete)).toEqual({ gaps: [], links: [`${origin}/`, `${origin}/logo.png`] })
  })

  test.each<[Partial<PageFacts>, string]>([
    [{ lang: '' }, 'no language'],
    [{ title: 'About' }, `the title 'About' where '${about.title}' is expected`],
    [{ canonical: undefined }, 'the canonical address (none)'],
    [{ breadcrumb: [] }, "the breadcrumb ''"],
    [{ headings: [] }, '0 h1'],
    [{ meta: { ...complete.meta, robots: 'noindex' } }, 'noindex, though it shall be found'],
    [{ meta: { ...complete.meta, 'og:title': '' } }, 'no og:title, or another'],
    [
      {
        headings: [
          { level: 1, text: 'One' },
          { level: 3, text: 'Three' },
        ],
      },
      "h3 'Three' after h1",
    ],
  ])('finds %o', (facts, gap) => {
    expect(gapsOf(facts)).toEqual([gap])
  })

  test('a screen of the application must be kept from search engines and needs nothing for them', () => {
    const screen: Route = { path: '/demo', page: undefined, needsOnboarding: false }
    const bare = { meta: {}, canonical: undefined, breadcrumb: [] }
    expect(gapsOf(bare, screen)).toEqual(['no noindex'])
    expect(gapsOf({ ...bare, meta: { robots: 'noindex' } }, screen)).toEqual([])
  })
})

describe('structured data', () => {
  const gapsIn = (...structuredData: string[]) => readStructuredData(about, { ...complete, structuredData }).gaps

  test('must be there, be readable and tell where the page stands', () => {
    expect(gapsIn()).toEqual(['no Organization in the structured data', 'no BreadcrumbList in the structured data'])
    expect(gapsIn('{')).toEqual(['structured data that cannot be parsed'])
    expect(gapsIn(graph().replace('Home', 'House'))).toEqual([`a BreadcrumbList of House > ${about.name}`])
  })

  test('asks only questions that the page shows', () => {
    const faq = (name: string) => graph({ '@type': 'FAQPage', mainEntity: [{ '@type': 'Question', name }] })
    expect(gapsIn(faq('Who are you?'))).toEqual([])
    expect(gapsIn(faq('Why?'))).toEqual(['an FAQPage with a question that the page does not show: Why?'])
  })
})
