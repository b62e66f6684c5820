import { GovernmentPage } from '../features/marketing/government/government-page.tsx'
import { pageMeta } from '../metadata/page-meta.ts'

export const meta = pageMeta('/government')

export default GovernmentPage
