import { AboutPage } from '../features/marketing/about/about-page.tsx'
import { pageMeta } from '../metadata/page-meta.ts'

export const meta = pageMeta('/about')

export default AboutPage
