import { type ReactNode, useEffect } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { allConnections } from '../../exchanges/connecting/connection-slice.ts'
import { useAppDispatch, useAppSelector } from '../../state/app-thunk.ts'
import { selectCurrentCharacter } from '../../state/characters/character-selectors.ts'
import { pickCharacter } from '../../state/characters/characters-slice.ts'
import { demoReset } from '../../state/demo-actions.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { selectOnboardingSteps } from '../../visit/onboarding/onboarding-selectors.ts'
import { onboardingReopened } from '../../visit/onboarding/onboarding-slice.ts'
import { wantedScreen } from '../../visit/onboarding/reopening.ts'

/**
 * What /demo and /demo/{slug} mean to a visit that has begun or ended (decisions, redirects): completed goes on to the
 * dashboard, another character than the current one is asked about, and a fresh visit starts with the character named.
 */
export function Arrival({ slug, children }: { slug: string | undefined; children: ReactNode }) {
  const dispatch = useAppDispatch()
  const current = useAppSelector((state) => state.characters.currentCharacter)
  const isCompleted = useAppSelector((state) => state.onboarding.isCompleted)
  const hasBegun = useAppSelector((state) => isCompleted || allConnections(state.connection).length > 0)
  const steps = useAppSelector(selectOnboardingSteps)
  const wanted = wantedScreen(useLocation().state, steps)
  const navigate = useNavigate()
  const isOther = slug !== undefined && current !== slug
  const isSwitch = isOther && current !== null && hasBegun

  useEffect(() => {
    if (slug !== undefined && isOther && !isSwitch) void dispatch(pickCharacter(slug))
  }, [slug, isOther, isSwitch, dispatch])

  useEffect(() => {
    if (!isCompleted || wanted === undefined) return
    dispatch(onboardingReopened(wanted))
    // So that finishing once more, or a reload, is not sent back.
    void navigate('.', { replace: true, state: null })
  }, [isCompleted, wanted, dispatch, navigate])

  if (isSwitch) return <SwitchDialog slug={slug} isCompleted={isCompleted} />
  // The visit that has just been finished leaves by itself; this is for one that comes back.
  if (isCompleted && wanted !== undefined) return null
  if (isCompleted && current !== null && !isOther) return <Navigate to="/dashboard" replace />
  return children
}

function SwitchDialog({ slug, isCompleted }: { slug: string; isCompleted: boolean }) {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const current = useAppSelector(selectCurrentCharacter)
  const other = useAppSelector((state) => state.characters.characters.find((character) => character.id === slug))
  const stay = () => navigate(isCompleted ? '/dashboard' : '/demo', { replace: true })
  const switchOver = () => {
    dispatch(demoReset())
    void dispatch(pickCharacter(slug))
  }
  const name = current?.name ?? 'your character'

  return (
    <>
      <h1 className="sr-only">Demo</h1>
      <Dialog
        open
        alert
        title={`Switch to ${other?.name ?? 'another character'}?`}
        onClose={stay}
        actions={
          <>
            <Button onClick={switchOver}>Switch</Button>
            <Button variant="ghost" onClick={stay}>
              Stay with {name}
            </Button>
          </>
        }
      >
        <p>
          You have begun as {name}. Switching starts the demo again: your connections and completed use cases are
          forgotten here. The credentials in your wallet stay where they are.
        </p>
      </Dialog>
    </>
  )
}
