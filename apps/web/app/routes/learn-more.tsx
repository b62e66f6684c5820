import { LearnMorePage } from '../features/marketing/learn-more/learn-more-page.tsx'
import { pageMeta } from '../metadata/page-meta.ts'

export const meta = pageMeta('/learn-more')

export default LearnMorePage
