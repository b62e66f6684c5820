import type { Character } from '@lastmile/contracts'
import { labels } from '@lastmile/contracts/texts'
import { useAppSelector } from '../../state/app-thunk.ts'
import { Button } from '../../ui/button.tsx'
import { DemoShell } from '../../ui/demo-shell.tsx'
import { MissingCredentials } from '../../visit/use-cases/missing-credentials.tsx'
import { selectUseCaseCards } from '../../visit/use-cases/use-case-selectors.ts'
import { UseCasePlayer } from './use-case-player.tsx'

interface UseCaseScreenProps {
  character: Character
  slug: string
}

/** Finds the use case of this address; says so where there is none, or where it is still locked. */
export function UseCaseScreen({ character, slug }: UseCaseScreenProps) {
  const card = useAppSelector(selectUseCaseCards).find(({ useCase }) => useCase.id === slug)
  const isPlaying = useAppSelector((state) => state.useCases.currentUseCase === slug)
  // A credential that is revoked while a use case runs does not end it: the verifier's refusal is the lesson.
  if (card && (isPlaying || !card.lock.locked)) {
    return <UseCasePlayer key={slug} character={character} useCase={card.useCase} />
  }
  return (
    <DemoShell>
      <div className="panel">
        <h1 className="text-title">{card ? card.useCase.name : 'There is no such use case.'}</h1>
        <p className="measure mt-4 mb-7 text-mute">
          {card
            ? labels.locked
            : `${character.name} has no use case at this address. The dashboard lists those there are.`}
        </p>
        {card?.lock.locked ? (
          <div className="mb-7 max-w-lg">
            <MissingCredentials character={character} lock={card.lock} />
          </div>
        ) : null}
        <Button to="/dashboard">To the dashboard</Button>
      </div>
    </DemoShell>
  )
}
