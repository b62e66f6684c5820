import { confirmedPersonPath, confirmedPersonSlug } from '@lastmile/contracts/constants'
import { type ReactNode, useEffect } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { allConnections } from '../exchanges/connecting/connection-slice.ts'
import { useAppDispatch, useAppSelector } from '../state/app-thunk.ts'
import { selectCharacter, selectCurrentCharacter } from '../state/characters/character-selectors.ts'
import { pickCharacter } from '../state/characters/characters-slice.ts'
import { demoReset } from '../state/demo-actions.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { selectOnboardingSteps } from './onboarding/onboarding-selectors.ts'
import { onboardingReopened } from './onboarding/onboarding-slice.ts'
import { wantedScreen } from './onboarding/reopening.ts'

interface ArrivalProps {
  /** The character that the address names; without one it leads to the picker. */
  slug: string | undefined
  children: ReactNode
}

/**
 * What /demo, /demo/{slug} and the Confirmed Person flow mean to a visit that has begun or ended (decisions, redirects):
 * completed goes on to the dashboard, another character than the current one is asked about, and a fresh visit starts with
 * the character named. Confirmed Person has a page of its own and is not for the picker's.
 */
export function Arrival({ slug, children }: ArrivalProps) {
  const dispatch = useAppDispatch()
  const current = useAppSelector((state) => state.characters.currentCharacter)
  const isCompleted = useAppSelector((state) => state.onboarding.isCompleted)
  const hasBegun = useAppSelector((state) => isCompleted || allConnections(state.connection).length > 0)
  const isFlowElsewhere = slug === undefined && current === confirmedPersonSlug && !isCompleted
  const isOther = (slug !== undefined && current !== slug) || isFlowElsewhere
  const isSwitch = isOther && current !== null && hasBegun
  const isFresh = isOther && !isSwitch
  const steps = useAppSelector(selectOnboardingSteps)
  const wanted = wantedScreen(useLocation().state, steps)
  const isReopened = isCompleted && !isOther && wanted !== undefined
  const navigate = useNavigate()

  useEffect(() => {
    if (!isFresh) return
    if (slug === undefined) dispatch(demoReset('switch'))
    else void dispatch(pickCharacter(slug))
  }, [slug, isFresh, dispatch])

  useEffect(() => {
    if (!isReopened) return
    dispatch(onboardingReopened(wanted))
    // So that finishing once more, or a reload, is not sent back.
    void navigate('.', { replace: true, state: null })
  }, [isReopened, wanted, dispatch, navigate])

  if (isSwitch) return <SwitchDialog slug={slug} isCompleted={isCompleted} />
  if (isReopened) return null
  // It begins afresh in a moment; the picker's page has no screens for it.
  if (isFlowElsewhere) return null
  // The visit that has just been finished leaves by itself; this is for one that comes back.
  if (isCompleted && current !== null && !isOther) return <Navigate to="/dashboard" replace />
  return children
}

function SwitchDialog({ slug, isCompleted }: { slug: string | undefined; isCompleted: boolean }) {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const current = useAppSelector(selectCurrentCharacter)
  const currentSlug = useAppSelector((state) => state.characters.currentCharacter)
  const other = useAppSelector((state) => selectCharacter(state, slug ?? null))
  const begun = currentSlug === confirmedPersonSlug ? confirmedPersonPath : '/demo'
  const stay = () => navigate(isCompleted ? '/dashboard' : begun, { replace: true })
  const switchOver = () => {
    dispatch(demoReset('switch'))
    if (slug !== undefined) void dispatch(pickCharacter(slug))
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
