import { brand } from '@lastmile/contracts/constants'
import { type ReactNode, useEffect } from 'react'
import { useAppDispatch, useAppSelector } from '../../state/app-thunk.ts'
import { fetchCharacters } from '../../state/characters/characters-slice.ts'
import { useDarkMode } from '../../state/preferences/use-dark-mode.ts'
import { Button } from '../../ui/button.tsx'
import { DemoShell } from '../../ui/demo-shell.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ThemeToggle } from '../../ui/theme-toggle.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { Arrival } from './arrival.tsx'
import { LeaveControl } from './leave-control.tsx'
import { OnboardingSteps } from './onboarding-steps.tsx'

interface OnboardingScreenProps {
  /** The character that /demo/{slug} names. */
  slug: string | undefined
  /** Shown when no character has that slug. */
  notFound: ReactNode
}

/** The character onboarding demo (specification, section 2). */
export function OnboardingScreen({ slug, notFound }: OnboardingScreenProps) {
  const { dark, setDark } = useDarkMode()
  const characters = useAppSelector((state) => state.characters.characters)
  const isUnknown = slug !== undefined && characters.length > 0 && !characters.some(({ id }) => id === slug)

  if (isUnknown) return notFound
  return (
    <DemoShell themeToggle={<ThemeToggle dark={dark} onChange={setDark} />} leave={<LeaveControl />}>
      {characters.length === 0 ? (
        <CharactersOnTheirWay />
      ) : (
        <Arrival slug={slug}>
          <OnboardingSteps />
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
      {error && !isLoading ? (
        <Notice
          tone="danger"
          title="The characters could not be fetched."
          action={
            <Button size="small" onClick={() => dispatch(fetchCharacters())}>
              Try Again
            </Button>
          }
        >
          {error.message}
        </Notice>
      ) : (
        <Waiting>{error ? `${error.message} We are trying again.` : 'Fetching the characters.'}</Waiting>
      )}
    </>
  )
}
