import { brand } from '@lastmile/contracts/constants'
import type { MetaFunction } from 'react-router'
import { DashboardScreen } from '../features/dashboard/dashboard-screen.tsx'
import { VisitGate } from '../features/visit-gate/visit-gate.tsx'

export const meta: MetaFunction = () => [{ title: `Dashboard | ${brand}` }, { name: 'robots', content: 'noindex' }]

export default function Dashboard() {
  return <VisitGate>{(character) => <DashboardScreen character={character} />}</VisitGate>
}
