import { CharacterUpload } from '../../features/character-upload/character-upload.tsx'
import { DashboardScreen } from '../../features/dashboard/dashboard-screen.tsx'
import { VisitGate } from '../../features/visit-gate/visit-gate.tsx'

export default function Dashboard() {
  return <VisitGate upload={<CharacterUpload />}>{(character) => <DashboardScreen character={character} />}</VisitGate>
}
