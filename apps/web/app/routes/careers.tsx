import { CareersPage } from '../features/marketing/careers/careers-page.tsx'
import { jobListings, shownLines } from '../features/marketing/careers/job-listings.ts'
import { jobPosting } from '../features/marketing/careers/job-posting.ts'
import { pageMeta } from '../metadata/page-meta.ts'

/**
 * What the page shows and no more. An example says that it is one here, too, and not only by being closed (decision 27).
 */
const positions = jobListings.map(({ isExample, ...job }) => ({
  ...job,
  description: isExample ? `Example position; nobody is hired through it. ${job.description}` : job.description,
  responsibilities: job.responsibilities.slice(0, shownLines),
  benefits: job.benefits.slice(0, shownLines),
}))

export const meta = pageMeta('/careers', ...positions.map(jobPosting))

export default CareersPage
