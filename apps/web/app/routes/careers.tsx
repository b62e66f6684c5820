import { CareersPage } from '../features/marketing/careers/careers-page.tsx'
import { pageMeta } from '../metadata/page-meta.ts'

export const meta = pageMeta('/careers')

export default CareersPage
