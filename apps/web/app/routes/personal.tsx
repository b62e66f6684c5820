import { PersonalPage } from '../features/marketing/personal/personal-page.tsx'
import { pageMeta } from '../metadata/page-meta.ts'

export const meta = pageMeta('/personal')

export default PersonalPage
