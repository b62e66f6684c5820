import { PrivacyPage } from '../features/marketing/privacy/privacy-page.tsx'
import { pageMeta } from '../metadata/page-meta.ts'

export const meta = pageMeta('/privacy')

export default PrivacyPage
