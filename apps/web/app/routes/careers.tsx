import { CareersPage } from '../features/marketing/careers/careers-page.tsx'
import { jobListings } from '../features/marketing/careers/job-listings.ts'
import { pageMeta } from '../metadata/page-meta.ts'
import { jobPosting } from '../metadata/structured-data.ts'

/** A job that does not exist is not told to job searches (decision 27). */
export const meta = pageMeta('/careers', ...jobListings.filter(({ isExample }) => !isExample).map(jobPosting))

export default CareersPage
