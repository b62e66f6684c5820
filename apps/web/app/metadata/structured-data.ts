import { breadcrumbs, originPlaceholder, type Page } from '@lastmile/contracts/pages'
import { brand, contactAddress } from '@lastmile/contracts/site'

/** One object of structured data in the vocabulary of schema.org. */
export type StructuredData = { '@type': string } & Record<string, unknown>

export function organization(): StructuredData {
  return {
    '@type': 'Organization',
    '@id': `${originPlaceholder}/#organization`,
    name: brand,
    url: `${originPlaceholder}/`,
    logo: `${originPlaceholder}/icons/icon-512.png`,
    email: contactAddress,
    address: { '@type': 'PostalAddress', addressCountry: 'NG' },
  }
}

export function breadcrumbList(page: Page): StructuredData {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: breadcrumbs(page).map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${originPlaceholder}${path}`,
    })),
  }
}

export interface Question {
  question: string
  /** Plain text: it is shown, and told to search engines, as it stands. */
  answer: string
}

export function faqPage(questions: readonly Question[]): StructuredData {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}
