import { brand } from '@lastmile/contracts/site'
import { dialogTexts } from '@lastmile/contracts/texts'
import { isUploaded } from '@lastmile/contracts/uploaded'
import { type ReactNode, useEffect } from 'react'
import { Navigate } from 'react-router'
import { useAppDispatch, useAppSelector } from '../../state/app-thunk.ts'
import { selectCharacter } from '../../state/characters/character-selectors.ts'
import { fetchCharacters } from '../../state/characters/characters-slice.ts'
import { useDarkMode } from '../../state/preferences/use-dark-mode.ts'
import { track } from '../../tracking/track.ts'
import { Attempt } from '../../ui/attempt.tsx'
import { DemoShell } from '../../ui/demo-shell.tsx'
import { LeaveControl } from '../../ui/leave-control.tsx'
import { ThemeToggle } from '../../ui/theme-toggle.tsx'
import { useRestart } from '../../visit/restart.tsx'
import { Arrival } from './arrival.tsx'
import { OnboardingSteps } from './onboarding-steps.tsx'

interface OnboardingScreenProps {
  /** The character that /demo/{slug} names. */
  slug: string | undefined
  /** Shown when no character has that slug. */
  notFound: ReactNode
  /** The way to bring a character along. */
  upload: ReactNode
}

/** The character onboarding demo (specification, section 2). */
export function OnboardingScreen({ slug, notFound, upload }: OnboardingScreenProps) {
  const { dark, setDark } = useDarkMode()
  const restart = useRestart()
  const characters = useAppSelector((state) => state.characters.characters)
  const isKnown = useAppSelector((state) => slug === undefined || selectCharacter(state, slug) !== undefined)

  const leave = () => {
    track({ type: 'onboarding_abandoned' })
    restart('/')
  }

  if (!isKnown && isUploaded(slug)) return <Navigate to="/demo" replace />
  if (!isKnown && characters.length > 0) return notFound
  return (
    <DemoShell
      themeToggle={<ThemeToggle dark={dark} onChange={setDark} />}
      leave={<LeaveControl dialog={dialogTexts.leaveFlow} onLeave={leave} />}
    >
      {characters.length === 0 ? (
        <CharactersOnTheirWay />
      ) : (
        <Arrival slug={slug}>
          <OnboardingSteps upload={upload} />
        </Arrival>
      )}
    </DemoShell>
  )
}

function CharactersOnTheirWay() {
  const dispatch = useAppDispatch()
  const { isLoading, error } = useAppSelector((state) => state.characters)

  useEffect(() => {
    document.title = `Demo | ${brand}`
    void dispatch(fetchCharacters())
  }, [dispatch])

  return (
    <>
      <h1 className="sr-only">Demo</h1>
      {/* As high as the window, so that the footer does not move before people’s eyes. */}
      <div className="min-h-dvh">
        <Attempt
          title="The characters could not be fetched."
          failure={error}
          isTrying={isLoading}
          onRetry={() => dispatch(fetchCharacters())}
        >
          Fetching the characters.
        </Attempt>
      </div>
    </>
  )
}
