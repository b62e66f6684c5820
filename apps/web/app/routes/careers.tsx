import { CareersPage } from '../features/marketing/careers/careers-page.tsx'
import { jobListings } from '../features/marketing/careers/job-listings.ts'
import { jobPosting } from '../features/marketing/careers/job-posting.ts'
import { pageMeta } from '../metadata/page-meta.ts'

/** An example says that it is one here, too, and not only by being closed (decision 27). */
const positions = jobListings.map((job) =>
  job.isExample ? { ...job, description: `Example position; nobody is hired through it. ${job.description}` } : job,
)

export const meta = pageMeta('/careers', ...positions.map(jobPosting))

export default CareersPage
