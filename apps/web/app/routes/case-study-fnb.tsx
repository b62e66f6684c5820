import { FnbPage } from '../features/marketing/case-studies/fnb/fnb-page.tsx'
import { pageMeta } from '../metadata/page-meta.ts'

export const meta = pageMeta('/case-studies/fnb')

export default FnbPage
