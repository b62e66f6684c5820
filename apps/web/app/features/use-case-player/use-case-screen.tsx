import type { Character } from '@lastmile/contracts'
import { useLocation } from 'react-router'
import { DemoShell } from '../../frame/demo-shell.tsx'
import { useAppSelector } from '../../state/app-thunk.ts'
import { Button } from '../../ui/button.tsx'
import { DemoTools } from '../../visit/demo-tools.tsx'
import { isMarked } from '../../visit/navigation-mark.ts'
import { MissingCredentials } from '../../visit/use-cases/missing-credentials.tsx'
import { selectUseCaseCards } from '../../visit/use-cases/use-case-selectors.ts'
import { t } from './texts.ts'
import { UseCasePlayer } from './use-case-player.tsx'

const lockTexts = { missing: 'locked', revoked: 'revoked', otherFamily: 'otherFamily' } as const

/** Finds the address's use case; reports an unknown or a locked one. */
export function UseCaseScreen({ character, slug }: { character: Character; slug: string }) {
  const card = useAppSelector(selectUseCaseCards).find(({ useCase }) => useCase.id === slug)
  const isPlaying = useAppSelector((state) => state.useCases.currentUseCase === slug)
  // Revoking a credential during a use case does not end it: the verifier's refusal is the lesson.
  const isToBeRefused =
    isMarked(useLocation().state, 'isShownAnyway') && card?.lock.locked && card.lock.because === 'revoked'
  if (card && (isPlaying || !card.lock.locked || isToBeRefused)) {
    return <UseCasePlayer key={slug} character={character} useCase={card.useCase} />
  }
  const lock = card?.lock.locked ? card.lock : undefined
  return (
    <DemoShell tools={<DemoTools />}>
      <div className="panel">
        <h1 className="text-title">{card ? card.useCase.name : t('none')}</h1>
        <p className="measure mt-4 mb-7 text-mute">
          {card ? t(lock ? lockTexts[lock.because] : 'locked') : t('noneText', { name: character.name })}
        </p>
        {card && lock ? (
          <div className="mb-7 max-w-lg">
            <MissingCredentials character={character} useCase={card.useCase} lock={lock} />
          </div>
        ) : null}
        <Button variant={lock?.because === 'otherFamily' ? 'ghost' : 'primary'} to="/dashboard">
          {t('toDashboard')}
        </Button>
      </div>
    </DemoShell>
  )
}
