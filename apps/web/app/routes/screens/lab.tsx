import { lazy } from 'react'
import { useParams } from 'react-router'
import { isExperiment, LabScreen } from '../../features/lab/lab-screen.tsx'

const NotFound = lazy(() => import('./not-found.tsx'))

export default function LabRoute() {
  const { experiment } = useParams()
  return experiment === undefined || isExperiment(experiment) ? <LabScreen experiment={experiment} /> : <NotFound />
}
