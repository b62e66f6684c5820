import type { Character } from '@lastmile/contracts'
import { isUploaded } from '@lastmile/contracts/uploaded'
import { type ReactNode, useEffect } from 'react'
import { DemoShell } from '../../frame/demo-shell.tsx'
import { useAppSelector } from '../../state/app-thunk.ts'
import { useCharacter } from '../../state/characters/use-character.ts'
import { Attempt } from '../../ui/attempt.tsx'
import { RestartDialog } from '../../visit/restart-dialog.tsx'
import { t } from './texts.ts'

interface VisitGateProps {
  children: (character: Character) => ReactNode
  /** The upload that replaces a character lost to a reload. */
  upload: ReactNode
}

/**
 * Guards pages that need completed onboarding (docs/product.md, section 6): redirects home without it, waits for the
 * character, and offers a way on when there is none.
 */
export function VisitGate({ children, upload }: VisitGateProps) {
  const isOnboarded = useAppSelector((state) => state.onboarding.isCompleted)
  const picked = useAppSelector((state) => state.characters.currentCharacter)
  const isEndedElsewhere = useAppSelector((state) => state.characters.endedElsewhere !== null)
  const { character, isUnknown, failure, isTrying, onRetry } = useCharacter(picked)

  if (!isOnboarded) return isEndedElsewhere ? <DemoShell>{null}</DemoShell> : <Home />
  if (character) return children(character)
  if (isUploaded(picked)) {
    return (
      <DemoShell>
        <h1 className="sr-only">{t('yourCharacter')}</h1>
        {upload}
      </DemoShell>
    )
  }
  if (picked === null || isUnknown) {
    return (
      <DemoShell>
        <RestartDialog title={t('noCharacter')} text={t('noCharacterText')} page="/demo" />
      </DemoShell>
    )
  }
  return (
    <DemoShell>
      <h1 className="sr-only">{t('yourCharacter')}</h1>
      <Attempt failure={failure} isTrying={isTrying} onRetry={onRetry}>
        {t('fetching')}
      </Attempt>
    </DemoShell>
  )
}

/** Leaves for the home page, which lies outside the demo. */
function Home() {
  useEffect(() => location.replace('/'), [])
  return null
}
