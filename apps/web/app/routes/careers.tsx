import { CareersPage } from '../features/marketing/careers/careers-page.tsx'
import { jobListings } from '../features/marketing/careers/job-listings.ts'
import { pageMeta } from '../metadata/page-meta.ts'
import { jobPosting } from '../metadata/structured-data.ts'

export const meta = pageMeta('/careers', ...jobListings.map(jobPosting))

export default CareersPage
