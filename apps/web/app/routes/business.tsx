import { BusinessPage } from '../features/marketing/business/business-page.tsx'
import { pageMeta } from '../metadata/page-meta.ts'

export const meta = pageMeta('/business')

export default BusinessPage
