import type { Character } from '@lastmile/contracts'
import { dialogTexts } from '@lastmile/contracts/texts'
import { isUploaded } from '@lastmile/contracts/uploaded'
import { type ReactNode, useEffect } from 'react'
import { useAppDispatch, useAppSelector } from '../../state/app-thunk.ts'
import { selectCurrentCharacter } from '../../state/characters/character-selectors.ts'
import { fetchCharacters } from '../../state/characters/characters-slice.ts'
import { Attempt } from '../../ui/attempt.tsx'
import { Button } from '../../ui/button.tsx'
import { DemoShell } from '../../ui/demo-shell.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useRestart } from '../../visit/restart.tsx'
import { t } from './texts.ts'

interface VisitGateProps {
  children: (character: Character) => ReactNode
  /** The way to bring the character's file again, which a reload has lost. */
  upload: ReactNode
}

/**
 * Pages behind completed onboarding (specification, section 6): home without it, the character once it is known, and a
 * way on when there is none.
 */
export function VisitGate({ children, upload }: VisitGateProps) {
  const dispatch = useAppDispatch()
  const isOnboarded = useAppSelector((state) => state.onboarding.isCompleted)
  const picked = useAppSelector((state) => state.characters.currentCharacter)
  const listed = useAppSelector((state) => state.characters.characters.length > 0)
  const error = useAppSelector((state) => state.characters.error)
  const isLoading = useAppSelector((state) => state.characters.isLoading)
  const character = useAppSelector(selectCurrentCharacter)

  useEffect(() => {
    if (!listed) void dispatch(fetchCharacters())
  }, [listed, dispatch])

  if (!isOnboarded) return <Home />
  if (character) return children(character)
  if (isUploaded(picked) && listed) {
    return (
      <DemoShell>
        <h1 className="sr-only">{t('yourCharacter')}</h1>
        {upload}
      </DemoShell>
    )
  }
  if (picked === null || listed) return <NoCharacter />
  return (
    <DemoShell>
      {/* As high as the window, so that the footer does not move before people’s eyes. */}
      <div className="min-h-dvh">
        <Attempt failure={error} isTrying={isLoading} onRetry={() => dispatch(fetchCharacters())}>
          Fetching your character.
        </Attempt>
      </div>
    </DemoShell>
  )
}

/** Leaves for the home page, which stands outside the demo. */
function Home() {
  useEffect(() => location.replace('/'), [])
  return null
}

function NoCharacter() {
  const restart = useRestart()
  const { title, text } = dialogTexts.noCharacterPicked
  const pick = () => restart('/demo')
  return (
    <DemoShell>
      <Dialog open alert title={title} onClose={pick} actions={<Button onClick={pick}>OK</Button>}>
        <p>{text}</p>
      </Dialog>
    </DemoShell>
  )
}
