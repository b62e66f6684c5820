import { NotFoundPage } from '../features/marketing/not-found/not-found-page.tsx'
import { pageMeta } from '../metadata/page-meta.ts'

export const meta = pageMeta('/404')

export default NotFoundPage
