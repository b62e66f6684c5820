import { confirmedPersonPath, confirmedPersonSlug, otherCharacterPath } from '@lastmile/contracts/constants'
import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { isShortWay } from '../site/short-way.ts'
import { useAppDispatch, useAppSelector } from '../state/app-thunk.ts'
import { selectCharacter, selectCurrentCharacter } from '../state/characters/character-selectors.ts'
import { pickCharacter } from '../state/characters/characters-slice.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { endVisit } from './end-visit.ts'
import { isMarked, marked } from './navigation-mark.ts'
import { selectOnboardingSteps } from './onboarding/onboarding-selectors.ts'
import { onboardingStepSet } from './onboarding/onboarding-slice.ts'
import { returnPathOf, wantedScreen } from './onboarding/reopened-onboarding.ts'
import { beginShortDemo, selectShortDemoEnd } from './onboarding/short-demo.ts'
import { useTakeOutCards } from './take-out-cards.tsx'
import { t } from './texts.ts'

interface ArrivalProps {
  /** The character in the address; without one, the picker shows. */
  slug: string | undefined
  children: ReactNode
}

/**
 * Decides what /demo, /demo/{slug} and the Confirmed Person flow do to an existing visit (docs/product.md, section 2):
 * a completed one goes to the dashboard, another character needs confirmation, a fresh one starts with the named
 * character. The picker leaves Confirmed Person to its own page.
 */
export function Arrival({ slug, children }: ArrivalProps) {
  const dispatch = useAppDispatch()
  const current = useAppSelector((state) => state.characters.currentCharacter)
  const isCompleted = useAppSelector((state) => state.onboarding.isCompleted)
  const hasBegun = useAppSelector((state) => isCompleted || Object.keys(state.connection.byScreen).length > 0)
  const isFlowElsewhere = slug === undefined && current === confirmedPersonSlug && !isCompleted
  const { state, pathname, search } = useLocation()
  const isWanted = pathname + search === otherCharacterPath
  const isOther = (slug !== undefined && current !== slug) || isFlowElsewhere || isWanted
  const isSwitch = isOther && current !== null && hasBegun
  const isFresh = isOther && !isSwitch
  const steps = useAppSelector(selectOnboardingSteps)
  const wanted = isCompleted && !isOther ? wantedScreen(state, steps) : undefined
  const returnTo = returnPathOf(state)
  const navigate = useNavigate()
  // The address changes before this goes.
  const [isShort] = useState(isShortWay)
  const end = useAppSelector((state) => (isShort ? selectShortDemoEnd(state) : '/dashboard'))

  useEffect(() => {
    if (!isFresh) return
    if (isWanted) void navigate('/demo', { replace: true })
    if (slug === undefined) void dispatch(endVisit('switch'))
    else void dispatch(isShortWay() ? beginShortDemo(slug) : pickCharacter(slug))
  }, [slug, isFresh, isWanted, dispatch, navigate])

  useEffect(() => {
    if (wanted === undefined) return
    dispatch(onboardingStepSet(wanted))
    // Keeps a reload from redirecting.
    void navigate('.', { replace: true, state: { ...marked('isReopened'), returnTo } })
  }, [wanted, returnTo, dispatch, navigate])

  if (isSwitch) return <SwitchDialog slug={slug} isCompleted={isCompleted} />
  if (wanted !== undefined) return null
  // It restarts in a moment; the picker's page lacks the flow's screens.
  if (isFlowElsewhere || isWanted) return null
  // A visit that just finished redirects itself; this redirects returning ones.
  if (isCompleted && current !== null && !isOther && !isMarked(state, 'isReopened'))
    return <Navigate to={end} replace />
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
    void dispatch(endVisit('switch'))
    if (slug === undefined) void navigate('/demo', { replace: true })
    else void dispatch(pickCharacter(slug))
  }
  const { offer, end } = useTakeOutCards(switchOver)
  const name = current?.name ?? ''

  return (
    <>
      <h1 className="sr-only">{t('demo')}</h1>
      <Dialog
        alert
        title={other ? t('switchTo', { name: other.name }) : t('switchAway')}
        onClose={stay}
        dismiss={name === '' ? t('stay') : t('stayWith', { name })}
        actions={<Button onClick={end}>{t('switch')}</Button>}
      >
        <p>{name === '' ? t('switchText') : t('switchFrom', { name })}</p>
        {offer}
      </Dialog>
    </>
  )
}
