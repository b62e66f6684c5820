import { lazy } from 'react'
import { useParams } from 'react-router'
import { isBench, LabScreen } from '../../features/lab/lab-screen.tsx'

const NotFound = lazy(() => import('./not-found.tsx'))

export default function LabRoute() {
  const { bench } = useParams()
  return bench === undefined || isBench(bench) ? <LabScreen bench={bench} /> : <NotFound />
}
