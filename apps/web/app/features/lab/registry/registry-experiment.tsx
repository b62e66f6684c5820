import { useEffect, useState } from 'react'
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
import { type RegistryRun, type RegistryWork, rules, useRegistryRuns } from './registry-run.ts'
import { t } from './texts.ts'
import { Timeline } from './timeline.tsx'

/** A card is presented to a distant verifier, with the issuer's addresses within reach and without. */
export function RegistryExperiment({ lab }: { lab: LabClient }) {
  const { protocol, run, change, arrived, work, isBusy, choose, start } = useRegistryRuns(lab)
  const { isUp, isRevoked, isPublished } = run
  return (
    <>
      <FamilyChoice legend={t('family')} chosen={protocol} onChoose={choose} />
      <div className="flex flex-col gap-x-6 gap-y-4 @min-[60rem]/page:grid @min-[60rem]/page:grid-cols-[26rem_1fr]">
        {/* In view while results are read: beside them, or on narrow pages the controls alone above them. */}
        <div className="contents @min-[60rem]/page:sticky @min-[60rem]/page:top-4 @min-[60rem]/page:grid @min-[60rem]/page:h-fit @min-[60rem]/page:gap-4">
          <div className="sticky top-2 z-1 grid gap-2 rounded-panel border border-edge bg-paper p-4 low:static">
            <Switch
              isOn={isUp}
              isBusy={isBusy}
              onToggle={() => change({ isUp: !isUp, isPublished: isPublished || (isRevoked && !isUp) })}
              className="font-semibold"
            >
              {t('registry')}
            </Switch>
            <Works
              run={run}
              work={isBusy ? work?.work : undefined}
              isBusy={isBusy}
              onStart={(work) => void start(work)}
            />
          </div>
          <div className="grid gap-3 px-4">
            <p role="status" className="text-small text-mute">
              {t(isUp ? 'isUp' : 'isDown')}
            </p>
            <RuleChoice run={run} isBusy={isBusy} onChange={change} />
          </div>
        </div>
        <div className="min-w-0">
          <div role="status">
            <p className="measure">{t(nextStep(run))}</p>
            {arrived ? <SpokenPresentation presentation={arrived} /> : null}
          </div>
          {work ? (
            <div className="mt-3">
              <Attempt failure={work.failure ?? null} onRetry={() => void start(work.work)}>
                {t(work.work === 'sendingAnyway' ? 'showing' : work.work)}
              </Attempt>
            </div>
          ) : null}
          {run.presentations.length > 0 ? <Presentations all={run.presentations} arrived={arrived} /> : null}
        </div>
      </div>
      <Timeline />
    </>
  )
}

interface ControlProps {
  run: RegistryRun
  isBusy: boolean
  onChange: (part: Partial<RegistryRun>) => void
}

interface WorksProps extends Pick<ControlProps, 'run' | 'isBusy'> {
  /** Under way. */
  work: RegistryWork | undefined
  onStart: (work: RegistryWork) => void
}

/** Presents the card, and has it revoked or replaced. */
function Works({ run: { isRevoked, presentations }, work, isBusy, onStart }: WorksProps) {
  const control = (own: RegistryWork) => ({
    busy: work === own,
    disabled: isBusy && work !== own,
    onClick: () => onStart(own),
  })
  const change = isRevoked ? 'renewing' : 'revoking'
  return (
    <SteadyFocus className="flex flex-wrap gap-2">
      <Button size="small" {...control('showing')}>
        {t('show')}
      </Button>
      {presentations[0]?.stopped === 'revoked' ? (
        <Button size="small" variant="ghost" {...control('sendingAnyway')}>
          {t('sendAnyway')}
        </Button>
      ) : null}
      {presentations.length > 0 ? (
        // One that is pressed twice by mistake shall not do what stands in its place then.
        <Button key={change} size="small" variant="ghost" {...control(change)}>
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
        <ListAge run={run} />
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
          className={classNames('panel scroll-mt-52 scroll-mb-20', index > 0 && 'py-2')}
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

/** How things stand, and what to try next. */
function nextStep({ isUp, rule, isRevoked, isPublished, presentations }: RegistryRun) {
  const [latest] = presentations
  if (!latest) return 'order'
  if (!isRevoked) return isUp ? 'nextDown' : latest.isUp ? 'nextShow' : 'nextRevoke'
  if (isPublished || isUp) return latest.isUp && latest.isRevoked ? 'nextDone' : 'revokedUp'
  if (!latest.isRevoked) return 'revokedDown'
  if (!latest.verdict?.proof.verified) return 'nextUp'
  return rule === 'day' ? 'nextRule' : 'nextWait'
}

/** How old the list is that the museum keeps, second by second, and when a strict rule has it too old. */
function ListAge({ run: { readAt, rule } }: { run: RegistryRun }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])

  if (readAt === undefined) return t('noList')
  const seconds = Math.max(0, Math.floor((now - Date.parse(readAt)) / 1_000))
  const age = seconds < 120 ? t('age', { seconds }) : t('ageMinutes', { minutes: Math.floor(seconds / 60) })
  if (rule === 'day') return age
  const left = rules[rule] - seconds
  return `${age} ${left > 0 ? t('untilOld', { seconds: left }) : t('isOld')}`
}
