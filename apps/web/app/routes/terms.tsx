import { TermsPage } from '../features/marketing/terms/terms-page.tsx'
import { pageMeta } from '../metadata/page-meta.ts'

export const meta = pageMeta('/terms')

export default TermsPage
