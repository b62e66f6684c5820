import { originPlaceholder } from '@lastmile/contracts/pages'
import { brand } from '@lastmile/contracts/site'
import type { StructuredData } from '../../../metadata/structured-data.ts'
import { jobListings, shownLines } from './job-listings.ts'

/**
 * Publishes only facts that the page shows. An example says here, too, that it is one; closing it is not enough
 * (decision 27).
 */
export function jobPostings(): StructuredData[] {
  return jobListings.map((job) => ({
    '@type': 'JobPosting',
    identifier: { '@type': 'PropertyValue', name: brand, value: job.id },
    title: job.title,
    description: job.isExample ? `Example position; nobody is hired through it. ${job.description}` : job.description,
    datePosted: job.datePosted,
    validThrough: job.validThrough,
    employmentType: job.type.toUpperCase().replace('-', '_'),
    directApply: false,
    hiringOrganization: { '@id': `${originPlaceholder}/#organization` },
    jobLocation: {
      '@type': 'Place',
      name: job.location,
      address: { '@type': 'PostalAddress', addressCountry: 'NG' },
    },
    experienceRequirements: job.experience,
    qualifications: job.requirements.join('; '),
    responsibilities: job.responsibilities.slice(0, shownLines).join('; '),
    jobBenefits: job.benefits.slice(0, shownLines).join('; '),
  }))
}
