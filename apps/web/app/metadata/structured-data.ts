import { brand, contactAddress } from '@lastmile/contracts/constants'
import { breadcrumbs, type Page } from '@lastmile/contracts/pages'
import { siteOrigin } from './origin.ts'

/** One object of structured data in the vocabulary of schema.org. */
export type StructuredData = { '@type': string } & Record<string, unknown>

export function organization(): StructuredData {
  return {
    '@type': 'Organization',
    '@id': `${siteOrigin}/#organization`,
    name: brand,
    url: `${siteOrigin}/`,
    logo: `${siteOrigin}/icons/icon-512.png`,
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
      item: `${siteOrigin}${path}`,
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

/** What search engines may know of a position; the careers page says the rest. */
export interface OpenPosition {
  id: string
  title: string
  description: string
  location: string
  /** `Full-time`, `Part-time`, `Contractor`. */
  type: string
  experience: string
  requirements: readonly string[]
  responsibilities: readonly string[]
  benefits: readonly string[]
  /** ISO 8601 date. */
  datePosted: string
  /** ISO 8601 date; after it job searches do not list the position. */
  validThrough?: string
}

export function jobPosting(position: OpenPosition): StructuredData {
  return {
    '@type': 'JobPosting',
    identifier: { '@type': 'PropertyValue', name: brand, value: position.id },
    title: position.title,
    description: position.description,
    datePosted: position.datePosted,
    validThrough: position.validThrough,
    employmentType: position.type.toUpperCase().replace('-', '_'),
    directApply: false,
    hiringOrganization: { '@id': `${siteOrigin}/#organization` },
    jobLocation: {
      '@type': 'Place',
      name: position.location,
      address: { '@type': 'PostalAddress', addressCountry: 'NG' },
    },
    experienceRequirements: position.experience,
    qualifications: position.requirements.join('; '),
    responsibilities: position.responsibilities.join('; '),
    jobBenefits: position.benefits.join('; '),
  }
}
