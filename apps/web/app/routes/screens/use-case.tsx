import { useParams } from 'react-router'
import { UploadGate } from '../../features/character-upload/upload-gate.tsx'
import { UseCaseScreen } from '../../features/use-case-player/use-case-screen.tsx'
import { VisitGate } from '../../features/visit-gate/visit-gate.tsx'

export default function UseCase() {
  const { slug = '' } = useParams()
  return (
    <VisitGate upload={<UploadGate />}>{(character) => <UseCaseScreen character={character} slug={slug} />}</VisitGate>
  )
}
