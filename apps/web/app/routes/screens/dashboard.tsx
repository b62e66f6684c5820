import { Navigate, useSearchParams } from 'react-router'
import { UploadGate } from '../../features/character-upload/upload-gate.tsx'
import { DashboardScreen } from '../../features/dashboard/dashboard-screen.tsx'
import { VisitGate } from '../../features/visit-gate/visit-gate.tsx'
import { useAppSelector } from '../../state/app-thunk.ts'

/** A wallet that has answered leads back to it, with the proof: its use case goes on. */
export default function Dashboard() {
  const proofId = useSearchParams()[0].get('proof')
  const positions = useAppSelector((state) => state.positions.bySlug)
  const asking = proofId && Object.entries(positions).find(([, position]) => position.proofId === proofId)
  if (asking) return <Navigate to={`/uc/${asking[0]}`} replace />
  return <VisitGate upload={<UploadGate />}>{(character) => <DashboardScreen character={character} />}</VisitGate>
}
