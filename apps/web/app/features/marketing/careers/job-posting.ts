import { originPlaceholder } from '@lastmile/contracts/pages'
import { brand } from '@lastmile/contracts/site'
import type { StructuredData } from '../../../metadata/structured-data.ts'
import { jobListings, type OpenPosition, shownLines } from './job-listings.ts'

/**
 * Publishes only facts that the page shows. An example says here, too, that it is one; closing it is not enough
 * (decision 27).
 */
export function jobPostings(): StructuredData[] {
  return jobListings.map(({ isExample, description, responsibilities, benefits, ...job }) =>
    jobPosting({
      ...job,
      description: isExample ? `Example position; nobody is hired through it. ${description}` : description,
      responsibilities: responsibilities.slice(0, shownLines),
      benefits: benefits.slice(0, shownLines),
    }),
  )
}

function jobPosting(position: OpenPosition): StructuredData {
  return {
    '@type': 'JobPosting',
    identifier: { '@type': 'PropertyValue', name: brand, value: position.id },
    title: position.title,
    description: position.description,
    datePosted: position.datePosted,
    validThrough: position.validThrough,
    employmentType: position.type.toUpperCase().replace('-', '_'),
    directApply: false,
    hiringOrganization: { '@id': `${originPlaceholder}/#organization` },
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
