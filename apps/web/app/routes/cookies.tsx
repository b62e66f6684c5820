import { CookiesPage } from '../features/marketing/cookies/cookies-page.tsx'
import { pageMeta } from '../metadata/page-meta.ts'

export const meta = pageMeta('/cookies')

export default CookiesPage
