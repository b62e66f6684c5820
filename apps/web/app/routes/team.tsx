import { TeamPage } from '../features/marketing/team/team-page.tsx'
import { pageMeta } from '../metadata/page-meta.ts'

export const meta = pageMeta('/team')

export default TeamPage
