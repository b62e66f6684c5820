import { confirmedPersonSlug } from '@lastmile/contracts/constants'
import { confirmedPersonSteps } from '@lastmile/journey'
import { useEffect } from 'react'
import { DemoShell } from '../../frame/demo-shell.tsx'
import { useCharacter } from '../../state/characters/use-character.ts'
import { Attempt } from '../../ui/attempt.tsx'
import { Arrival } from '../../visit/arrival.tsx'
import { DemoTools } from '../../visit/demo-tools.tsx'
import { LeaveBeginning } from '../../visit/leave-beginning.tsx'
import { RestartDialog } from '../../visit/restart-dialog.tsx'
import { flowPageTitle } from './flow-step.ts'
import { FlowSteps } from './flow-steps.tsx'
import { t } from './texts.ts'

/** The Confirmed Person flow (docs/product.md, section 2). */
export function ConfirmedPersonScreen() {
  const { character, isUnknown, failure, isTrying, onRetry } = useCharacter(confirmedPersonSlug)
  const isWhole = confirmedPersonSteps.every((step) => character?.onboarding.some(({ screenId }) => screenId === step))

  return (
    <DemoShell tools={<DemoTools />} leave={<LeaveBeginning />}>
      {character && isWhole ? (
        <Arrival slug={confirmedPersonSlug}>
          <FlowSteps character={character} />
        </Arrival>
      ) : (
        <>
          <NoStepsYet />
          {isUnknown || character ? (
            // No character set (docs/product.md, section 8): the content lacks Confirmed Person.
            <RestartDialog title={t('noCharacter')} text={t('noCharacterText')} page="/demo" />
          ) : (
            <Attempt title={t('fetchFailed')} failure={failure} isTrying={isTrying} onRetry={onRetry}>
              {t('fetching')}
            </Attempt>
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
