import { LandingPage } from '../features/marketing/landing/landing-page.tsx'
import { pageMeta } from '../metadata/page-meta.ts'

export const meta = pageMeta('/landing')

export default function Landing() {
  return <LandingPage />
}
