import { HomePage } from '../features/marketing/home/home-page.tsx'
import { pageMeta } from '../metadata/page-meta.ts'

export const meta = pageMeta('/')

export default HomePage
