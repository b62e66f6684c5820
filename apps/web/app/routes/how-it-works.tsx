import { HowItWorksPage } from '../features/marketing/how-it-works/how-it-works-page.tsx'
import { pageMeta } from '../metadata/page-meta.ts'

export const meta = pageMeta('/how-it-works')

export default HowItWorksPage
