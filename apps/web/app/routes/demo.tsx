import { brand } from '@lastmile/contracts/constants'
import { type MetaFunction, useParams } from 'react-router'
import { NotFoundPage } from '../features/marketing/not-found/not-found-page.tsx'
import { OnboardingScreen } from '../features/onboarding/onboarding-screen.tsx'

export const meta: MetaFunction = () => [{ title: `Demo | ${brand}` }, { name: 'robots', content: 'noindex' }]

export default function Demo() {
  const { slug } = useParams()
  return <OnboardingScreen slug={slug} notFound={<NotFoundPage />} />
}
