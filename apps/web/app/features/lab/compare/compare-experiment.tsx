import type { Comparison, SettingName } from '@lastmile/lab/comparison'
import { useState } from 'react'
import { type Failure, failureOf } from '../../../api/api-error.ts'
import { timeText } from '../../../texts/formats.ts'
import { Attempt } from '../../../ui/attempt.tsx'
import { Button } from '../../../ui/button.tsx'
import { comesIntoView } from '../../../ui/comes-into-view.ts'
import { SteadyFocus } from '../../../ui/steady-focus.tsx'
import { FamilyText } from '../family-choice.tsx'
import type { LabClient } from '../lab-client.ts'
import { RawText } from '../raw-text.tsx'
import { bytesOf } from '../received.ts'
import { ComparisonResult, protocolOf, spokenOutcome } from './comparison-result.tsx'
import { t } from './texts.ts'

const names = ['predicate', 'number', 'twice', 'batch'] as const satisfies readonly SettingName[]

type State = { of: SettingName } & (
  | { step: 'asking' }
  | { step: 'failed'; failure: Failure }
  | { step: 'answered' | 'pooled'; comparison: Comparison }
)

/** Two verifiers ask the visitor and two others, and pool their records. */
export function CompareExperiment({ lab }: { lab: LabClient }) {
  const [setting, setSetting] = useState<SettingName>('predicate')
  const [isIssuerIn, setIssuerIn] = useState(false)
  const [state, setState] = useState<State>()
  /** Set while nothing else was chosen since. */
  const [pooled, setPooled] = useState<State>()
  const shown = state?.of === setting ? state : undefined
  const next = names[names.indexOf(setting) + 1]

  async function share() {
    setState({ of: setting, step: 'asking' })
    try {
      setState({ of: setting, step: 'answered', comparison: await lab.do('compare', setting) })
    } catch (error) {
      setState({ of: setting, step: 'failed', failure: failureOf(error) })
    }
  }

  function choose(name: SettingName) {
    setSetting(name)
    setPooled(undefined)
  }

  function pool(answered: State & { step: 'answered' | 'pooled' }) {
    const next: State = { ...answered, step: 'pooled' }
    setPooled(next)
    setState(next)
  }

  return (
    <>
      <fieldset>
        <legend className="mb-2 text-small font-semibold">{t('setting')}</legend>
        <div className="grid gap-2 @min-[48rem]/page:grid-cols-2">
          {names.map((name) => (
            <label
              key={name}
              className="group flex cursor-pointer gap-3 rounded-2xl border border-line bg-paper px-4 py-2 @min-[48rem]/page:py-3 has-checked:border-forest has-checked:inset-ring has-checked:inset-ring-forest"
            >
              <input
                type="radio"
                name="setting"
                className="mt-1 size-5 shrink-0 accent-forest"
                checked={name === setting}
                disabled={state?.step === 'asking'}
                onChange={() => choose(name)}
              />
              <span>
                <span className="font-semibold">{t(`${name}Title`)}</span>
                <span className="hidden text-small text-mute group-has-checked:block @min-[48rem]/page:block">
                  {t(`${name}Text`)}
                </span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <FamilyText protocol={protocolOf(setting)} />
      <p role="status" className="sr-only">
        {shown?.step === 'answered' ? t('answered') : null}
        {shown?.step === 'pooled' ? spokenOutcome({ setting, isIssuerIn, ...shown.comparison }) : null}
      </p>
      <SteadyFocus className="mt-5">
        {shown === undefined ? (
          <div ref={state && comesIntoView} className="scroll-my-20">
            <Button onClick={() => void share()}>{t('share')}</Button>
          </div>
        ) : null}
        {shown?.step === 'asking' || shown?.step === 'failed' ? (
          <Attempt failure={shown.step === 'failed' ? shown.failure : null} onRetry={() => void share()}>
            {t('asking')}
          </Attempt>
        ) : null}
        {shown && 'comparison' in shown ? (
          <>
            <Ledgers databases={shown.comparison.databases} />
            {shown.step === 'answered' ? (
              <Button className="mt-5" onClick={() => pool(shown)}>
                {t('pool')}
              </Button>
            ) : (
              <>
                <ComparisonResult
                  setting={setting}
                  isIssuerIn={isIssuerIn}
                  {...shown.comparison}
                  onIssuer={setIssuerIn}
                  isNew={shown === pooled}
                />
                {next ? (
                  <Button variant="ghost" className="mt-5" onClick={() => choose(next)}>
                    {t('next', { title: t(`${next}Title`) })}
                  </Button>
                ) : null}
              </>
            )}
          </>
        ) : null}
      </SteadyFocus>
    </>
  )
}

/** Everything that each verifier has of the visitor, and how many more answers it has. */
function Ledgers({ databases }: Pick<Comparison, 'databases'>) {
  return (
    <>
      <ul className="grid gap-4 @min-[48rem]/page:grid-cols-2">
        {databases.map(([own, ...others], index) => (
          <li key={index === 0 ? 'shop' : 'library'} className="panel min-w-0">
            <h2 className="text-heading">{t(index === 0 ? 'shop' : 'library')}</h2>
            {own ? (
              <>
                <p className="mt-1 text-small text-mute">
                  {t('record', {
                    time: timeText(new Date(own.receivedAt).toISOString()),
                    count: bytesOf(own.presentation),
                  })}
                </p>
                <RawText label={t('everything')} received={own.presentation} />
              </>
            ) : null}
            <p className="mt-1 text-small text-mute">{t('others', { count: others.length })}</p>
          </li>
        ))}
      </ul>
      <p className="mt-2 max-w-[90ch] text-small text-mute">{t('around')}</p>
    </>
  )
}
