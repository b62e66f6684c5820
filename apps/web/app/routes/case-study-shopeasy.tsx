import { ShopeasyPage } from '../features/marketing/case-studies/shopeasy/shopeasy-page.tsx'
import { pageMeta } from '../metadata/page-meta.ts'

export const meta = pageMeta('/case-studies/shopeasy')

export default ShopeasyPage
