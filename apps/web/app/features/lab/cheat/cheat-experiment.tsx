import type { Protocol } from '@lastmile/contracts'
import { familyOf } from '@lastmile/contracts/protocols'
import type { CheatName } from '@lastmile/lab/cheats'
import type { Verdict } from '@lastmile/lab/exchanges'
import { useState } from 'react'
import { type Failure, failureOf } from '../../../api/api-error.ts'
import { Attempt } from '../../../ui/attempt.tsx'
import { Button } from '../../../ui/button.tsx'
import { comesIntoView } from '../../../ui/comes-into-view.ts'
import { FamilyChoice } from '../family-choice.tsx'
import type { LabClient } from '../lab-client.ts'
import { AttemptResult, SpokenVerdict } from './attempt-result.tsx'
import { attempts, notCaught } from './attempts.ts'
import { MakeYourOwn } from './make-your-own.tsx'
import { t } from './texts.ts'

type Result = { state: 'waiting' } | { state: 'judged'; verdict: Verdict } | { state: 'failed'; failure: Failure }

/** Attempts at the verifier of all use cases, one honest answer among them. */
export function CheatExperiment({ lab }: { lab: LabClient }) {
  const [protocol, setProtocol] = useState<Protocol>('didcomm')
  const [results, setResults] = useState<Partial<Record<string, Result>>>({})
  /** The latest attempt, once it is judged. */
  const [arrived, setArrived] = useState<CheatName | 'honest'>()
  const latest = arrived && results[arrived + protocol]
  const isBusy = Object.values(results).some((result) => result?.state === 'waiting')

  async function send(name: CheatName | 'honest') {
    const show = (result: Result) => setResults((all) => ({ ...all, [name + protocol]: result }))
    show({ state: 'waiting' })
    setArrived(undefined)
    try {
      const verdict = await (name === 'honest' ? lab.do('share', protocol) : lab.do('attempt', name))
      setArrived(name)
      show({ state: 'judged', verdict })
    } catch (error) {
      show({ state: 'failed', failure: failureOf(error) })
    }
  }

  function choose(family: Protocol) {
    setProtocol(family)
    setArrived(undefined)
  }

  const item = (name: CheatName | 'honest') => {
    const result = results[name + protocol]
    return (
      <li key={name} ref={arrived === name ? comesIntoView : undefined} className="panel scroll-my-20">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <div className="min-w-0 flex-1 basis-72">
            <h2 className="text-[1.0625rem] font-semibold">{t(`${name}Title`)}</h2>
            <p className="measure text-small text-mute">{t(`${name}Tries`)}</p>
          </div>
          <Button
            size="small"
            variant={name === 'honest' ? 'primary' : 'ghost'}
            busy={isBusy}
            onClick={() => void send(name)}
          >
            {t(name === 'honest' ? 'answer' : 'try')}
            <span className="sr-only"> {t(`${name}Title`)}</span>
          </Button>
        </div>
        {result?.state === 'judged' ? <AttemptResult name={name} verdict={result.verdict} /> : null}
        {result && result.state !== 'judged' ? (
          <div className="mt-3">
            <Attempt failure={result.state === 'failed' ? result.failure : null} onRetry={() => void send(name)}>
              {t('sending')}
            </Attempt>
          </div>
        ) : null}
      </li>
    )
  }

  return (
    <>
      <FamilyChoice legend={t('family')} chosen={protocol} onChoose={choose} />
      <SpokenVerdict name={arrived ?? 'honest'} verdict={latest?.state === 'judged' ? latest.verdict : undefined} />
      <ol className="grid gap-3" data-testid="caught">
        {(['honest', ...attempts[protocol]] as const).map(item)}
      </ol>
      <section className="mt-10" aria-labelledby="not-caught">
        <h2 id="not-caught" className="text-heading">
          {t('notCaught')}
        </h2>
        <p className="measure mt-1 mb-4 text-mute">{t('notCaughtText')}</p>
        <ol className="grid gap-3" data-testid="not-caught">
          {notCaught[protocol].map(item)}
        </ol>
        {familyOf(protocol).shows === 'proof' ? <p className="measure mt-4">{t('knownLimit')}</p> : null}
      </section>
      <MakeYourOwn key={protocol} lab={lab} protocol={protocol} />
    </>
  )
}
