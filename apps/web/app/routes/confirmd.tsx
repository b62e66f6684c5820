import { ConfirmdPage } from '../features/marketing/confirmd/confirmd-page.tsx'
import { pageMeta } from '../metadata/page-meta.ts'

export const meta = pageMeta('/confirmd')

export default ConfirmdPage
