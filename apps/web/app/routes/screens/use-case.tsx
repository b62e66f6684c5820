import { useParams } from 'react-router'
import { UseCaseScreen } from '../../features/use-case-player/use-case-screen.tsx'
import { VisitGate } from '../../features/visit-gate/visit-gate.tsx'

export default function UseCase() {
  const { slug = '' } = useParams()
  return <VisitGate>{(character) => <UseCaseScreen character={character} slug={slug} />}</VisitGate>
}
