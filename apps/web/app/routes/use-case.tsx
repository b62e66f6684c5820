import { brand } from '@lastmile/contracts/constants'
import { type MetaFunction, useParams } from 'react-router'
import { UseCaseScreen } from '../features/use-case-player/use-case-screen.tsx'
import { VisitGate } from '../features/visit-gate/visit-gate.tsx'

export const meta: MetaFunction = () => [{ title: `Use case | ${brand}` }, { name: 'robots', content: 'noindex' }]

export default function UseCase() {
  const { slug = '' } = useParams()
  return <VisitGate>{(character) => <UseCaseScreen character={character} slug={slug} />}</VisitGate>
}
