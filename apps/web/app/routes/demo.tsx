import { useParams } from 'react-router'
import { CharacterUpload } from '../features/character-upload/character-upload.tsx'
import { NotFoundPage } from '../features/marketing/not-found/not-found-page.tsx'
import { OnboardingScreen } from '../features/onboarding/onboarding-screen.tsx'
import { appMeta } from '../metadata/page-meta.ts'

export const meta = appMeta('Demo')

export default function Demo() {
  const { slug } = useParams()
  return <OnboardingScreen slug={slug} notFound={<NotFoundPage />} upload={<CharacterUpload />} />
}
