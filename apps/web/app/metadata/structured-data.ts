import { breadcrumbs, originPlaceholder, type Page } from '@lastmile/contracts/pages'
import { brand, contactAddress } from '@lastmile/contracts/site'

/** A schema.org object. */
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

/** Answers by their questions: plain text, shown as is and given to search engines. */
export type Faq = Readonly<Record<string, string>>

export function faqPage(questions: Faq): StructuredData {
  return {
    '@type': 'FAQPage',
    mainEntity: Object.entries(questions).map(([question, answer]) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}
