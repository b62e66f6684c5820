import { confirmedPersonSlug } from '@lastmile/contracts/constants'
import { confirmedPersonSteps } from '@lastmile/journey'
import { useEffect } from 'react'
import { DemoShell } from '../../frame/demo-shell.tsx'
import { useCharacter } from '../../state/characters/use-character.ts'
import { useDarkMode } from '../../state/preferences/use-dark-mode.ts'
import { track } from '../../tracking/track.ts'
import { Attempt } from '../../ui/attempt.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LeaveControl } from '../../ui/leave-control.tsx'
import { ThemeToggle } from '../../ui/theme-toggle.tsx'
import { Arrival } from '../../visit/arrival.tsx'
import { useRestart } from '../../visit/restart.tsx'
import { flowPageTitle } from './flow-step.ts'
import { FlowSteps } from './flow-steps.tsx'
import { t } from './texts.ts'

/** The Confirmed Person flow (docs/product.md, section 2). */
export function ConfirmedPersonScreen() {
  const { dark, setDark } = useDarkMode()
  const restart = useRestart()
  const { character, isUnknown, failure, isTrying, onRetry } = useCharacter(confirmedPersonSlug)
  const isWhole = confirmedPersonSteps.every((step) => character?.onboarding.some(({ screenId }) => screenId === step))

  const leave = () => {
    track({ type: 'onboarding_abandoned' })
    restart('/')
  }

  return (
    <DemoShell
      themeToggle={<ThemeToggle dark={dark} onChange={setDark} />}
      leave={<LeaveControl dialog={{ title: t('leave'), text: t('leaveText') }} onLeave={leave} />}
    >
      {character && isWhole ? (
        <Arrival slug={confirmedPersonSlug}>
          <FlowSteps character={character} />
        </Arrival>
      ) : (
        <>
          <NoStepsYet />
          {isUnknown || character ? (
            <NoCharacter />
          ) : (
            <div className="min-h-dvh">
              <Attempt title={t('fetchFailed')} failure={failure} isTrying={isTrying} onRetry={onRetry}>
                {t('fetching')}
              </Attempt>
            </div>
          )}
        </>
      )}
    </DemoShell>
  )
}

function NoStepsYet() {
  useEffect(() => {
    document.title = flowPageTitle
  }, [])
  return <h1 className="sr-only">{flowPageTitle}</h1>
}

/** No character set (docs/product.md, section 8): the content lacks Confirmed Person. */
function NoCharacter() {
  const restart = useRestart()
  const leave = () => restart('/demo')
  return (
    <Dialog open alert title={t('noCharacter')} onClose={leave} actions={<Button onClick={leave}>{t('ok')}</Button>}>
      <p>{t('noCharacterText')}</p>
    </Dialog>
  )
}
