import { useParams } from 'react-router'
import { CharacterUpload } from '../../features/character-upload/character-upload.tsx'
import { UseCaseScreen } from '../../features/use-case-player/use-case-screen.tsx'
import { VisitGate } from '../../features/visit-gate/visit-gate.tsx'

export default function UseCase() {
  const { slug = '' } = useParams()
  return (
    <VisitGate upload={<CharacterUpload />}>
      {(character) => <UseCaseScreen character={character} slug={slug} />}
    </VisitGate>
  )
}
