import { type ReactNode, useEffect, useState } from 'react'
import { Attempt } from '../../../ui/attempt.tsx'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { comesIntoView } from '../../../ui/comes-into-view.ts'
import { SteadyFocus } from '../../../ui/steady-focus.tsx'
import { UnderlinedSummary } from '../../../ui/underlined-summary.tsx'
import { FamilyChoice } from '../family-choice.tsx'
import type { LabClient } from '../lab-client.ts'
import { Switch } from '../switch.tsx'
import { outcomeOf, type Presentation } from './presentation.ts'
import { PresentationResult } from './presentation-result.tsx'
import { type RegistryRun, type RegistryWork, useRegistryRuns } from './registry-run.ts'
import { t } from './texts.ts'
import { Timeline } from './timeline.tsx'

/** A card is presented to a distant verifier, with the issuer's addresses within reach and without. */
export function RegistryExperiment({ lab }: { lab: LabClient }) {
  const { protocol, run, change, arrived, work, isBusy, choose, start } = useRegistryRuns(lab)
  return (
    <>
      <FamilyChoice legend={t('family')} chosen={protocol} onChoose={choose} />
      <div className="panel grid gap-x-8 gap-y-4 @min-[48rem]/page:grid-cols-2">
        <div>
          <RegistrySwitch run={run} isBusy={isBusy} onChange={change} />
          <Works run={run} isBusy={isBusy} onStart={(work) => void start(work)} />
        </div>
        <RuleChoice run={run} isBusy={isBusy} onChange={change} />
      </div>
      <div role="status" className="mt-4">
        {noticeOf(run)}
        {arrived ? <SpokenPresentation presentation={arrived} /> : null}
      </div>
      {work ? (
        <Attempt failure={work.failure ?? null} onRetry={() => void start(work.work)}>
          {t(work.work === 'sendingAnyway' ? 'showing' : work.work)}
        </Attempt>
      ) : null}
      {run.presentations.length > 0 ? <Presentations all={run.presentations} arrived={arrived} /> : null}
      <Timeline />
    </>
  )
}

interface ControlProps {
  run: RegistryRun
  isBusy: boolean
  onChange: (part: Partial<RegistryRun>) => void
}

/** Switches the registry off and on. */
function RegistrySwitch({ run: { isUp, isRevoked, isPublished }, isBusy, onChange }: ControlProps) {
  return (
    <>
      <Switch
        isOn={isUp}
        isBusy={isBusy}
        onToggle={() => onChange({ isUp: !isUp, isPublished: isPublished || (isRevoked && !isUp) })}
        className="font-semibold"
      >
        {t('registry')}
      </Switch>
      <p role="status" className="text-small text-mute">
        {t(isUp ? 'isUp' : 'isDown')}
      </p>
    </>
  )
}

interface WorksProps extends Pick<ControlProps, 'run' | 'isBusy'> {
  onStart: (work: RegistryWork) => void
}

/** Presents the card, and has it revoked or replaced. */
function Works({ run: { isRevoked, presentations }, isBusy, onStart }: WorksProps) {
  return (
    <SteadyFocus className="mt-4 flex flex-wrap gap-3">
      <Button busy={isBusy} onClick={() => onStart('showing')}>
        {t('show')}
      </Button>
      {presentations[0]?.stopped === 'revoked' ? (
        <Button variant="ghost" busy={isBusy} onClick={() => onStart('sendingAnyway')}>
          {t('sendAnyway')}
        </Button>
      ) : null}
      {presentations.length > 0 ? (
        // One that is pressed twice by mistake shall not do what stands in its place then.
        <Button
          key={`${isRevoked}`}
          variant="ghost"
          busy={isBusy}
          onClick={() => onStart(isRevoked ? 'renewing' : 'revoking')}
        >
          {t(isRevoked ? 'renew' : 'revoke')}
        </Button>
      ) : null}
    </SteadyFocus>
  )
}

/** How old a list the verifier still uses, and how old its own is. */
function RuleChoice({ run, isBusy, onChange }: ControlProps) {
  return (
    <fieldset>
      <legend className="text-small font-semibold">{t('rule')}</legend>
      <div className="flex flex-wrap gap-x-6">
        {(['day', 'halfMinute'] as const).map((name) => (
          <label key={name} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="radio"
              name="rule"
              className="size-5 accent-forest"
              checked={name === run.rule}
              disabled={isBusy}
              onChange={() => onChange({ rule: name })}
            />
            {t(name)}
          </label>
        ))}
      </div>
      <p className="text-small text-mute">
        <ListAge readAt={run.readAt} />
      </p>
    </fieldset>
  )
}

/** The latest unfolded, those before it folded. */
function Presentations({ all, arrived }: { all: readonly Presentation[]; arrived: Presentation | undefined }) {
  return (
    <ol className="mt-4 grid gap-3">
      {all.map((presentation, index) => (
        <li
          key={presentation.number}
          ref={presentation === arrived ? comesIntoView : undefined}
          className={classNames('panel scroll-my-20', index > 0 && 'py-2')}
        >
          {index === 0 ? (
            <PresentationResult presentation={presentation} />
          ) : (
            <details>
              <UnderlinedSummary>{titleOf(presentation)}</UnderlinedSummary>
              <PresentationResult presentation={presentation} />
            </details>
          )}
        </li>
      ))}
    </ol>
  )
}

/** For those who hear the page: the latest result is below all that they are at. */
function SpokenPresentation({ presentation }: { presentation: Presentation }) {
  const { verdict, said } = outcomeOf(presentation)
  return (
    <p className="sr-only">
      {t(verdict)}: {said}
    </p>
  )
}

/** Of a result that is folded. */
const titleOf = (presentation: Presentation): string =>
  t('earlier', {
    number: presentation.number,
    stamp: t(outcomeOf(presentation).verdict),
    was: t(presentation.isUp ? 'wasUp' : 'wasDown'),
  })

/** The visitor’s next step, or how things stand. */
function noticeOf({ isRevoked, isPublished, presentations }: RegistryRun): ReactNode {
  if (isRevoked) return <p className="measure">{t(isPublished ? 'revokedUp' : 'revokedDown')}</p>
  return presentations.length === 0 ? <p className="measure text-mute">{t('order')}</p> : null
}

/** How old the list is that the museum keeps, second by second. @param readAt ISO 8601 */
function ListAge({ readAt }: { readAt: string | undefined }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])

  if (readAt === undefined) return t('noList')
  const seconds = Math.max(0, Math.floor((now - Date.parse(readAt)) / 1_000))
  return seconds < 120 ? t('age', { seconds }) : t('ageMinutes', { minutes: Math.floor(seconds / 60) })
}
