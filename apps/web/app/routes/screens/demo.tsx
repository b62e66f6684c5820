import { lazy } from 'react'
import { useParams } from 'react-router'
import { UploadGate } from '../../features/character-upload/upload-gate.tsx'
import { OnboardingScreen } from '../../features/onboarding/onboarding-screen.tsx'

const NotFound = lazy(() => import('./not-found.tsx'))

export default function Demo() {
  const { slug } = useParams()
  return <OnboardingScreen slug={slug} notFound={<NotFound />} upload={<UploadGate />} />
}
