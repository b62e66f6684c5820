import { UploadGate } from '../../features/character-upload/upload-gate.tsx'
import { DashboardScreen } from '../../features/dashboard/dashboard-screen.tsx'
import { VisitGate } from '../../features/visit-gate/visit-gate.tsx'

export default function Dashboard() {
  return <VisitGate upload={<UploadGate />}>{(character) => <DashboardScreen character={character} />}</VisitGate>
}
