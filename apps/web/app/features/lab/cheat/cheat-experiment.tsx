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
import { attemptId, Tally } from './tally.tsx'
import { t } from './texts.ts'

type Result = { state: 'waiting' } | { state: 'judged'; verdict: Verdict } | { state: 'failed'; failure: Failure }

const attemptsList = 'grid items-start gap-3 @min-[60rem]/page:grid-cols-2'

/** Attempts at the verifier of all use cases, after an honest answer. */
export function CheatExperiment({ lab }: { lab: LabClient }) {
  const [protocol, setProtocol] = useState<Protocol>('didcomm')
  const [results, setResults] = useState<Partial<Record<string, Result>>>({})
  /** The latest attempt, once it is judged. */
  const [arrived, setArrived] = useState<CheatName | 'honest'>()
  const latest = arrived && results[arrived + protocol]
  const isBusy = Object.values(results).some((result) => result?.state === 'waiting')

  const cheats: readonly CheatName[] = [...attempts[protocol], ...notCaught[protocol]]
  const judged = cheats.flatMap((name) => {
    const result = results[name + protocol]
    return result?.state === 'judged' ? result.verdict.proof.verified === true : []
  })
  const isLeft = (name: CheatName | 'honest') => results[name + protocol]?.state !== 'judged'
  const next = cheats.find(isLeft)
  const suggested = isLeft('honest') ? 'honest' : next

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
    const isWaiting = result?.state === 'waiting'
    const Heading = name === 'honest' ? 'h2' : 'h3'
    return (
      <li
        key={name}
        id={attemptId(name)}
        ref={arrived === name ? comesIntoView : undefined}
        className="panel h-full scroll-my-20"
      >
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <div className="min-w-0 flex-1 basis-64">
            <Heading className="font-sans text-[1.0625rem] font-semibold">{t(`${name}Title`)}</Heading>
            <p className="max-w-[64ch] text-small text-mute">{t(`${name}Tries`)}</p>
          </div>
          <Button
            size="small"
            variant={name === suggested ? 'primary' : 'ghost'}
            busy={isWaiting}
            disabled={isBusy && !isWaiting}
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
      <ul>{item('honest')}</ul>
      <section className="mt-8" aria-labelledby="cheats">
        <h2 id="cheats" className="mb-3 text-heading">
          {t('cheats')}
        </h2>
        <Tally taken={judged} all={cheats.length} next={next} />
        <ol className={attemptsList} data-testid="caught">
          {attempts[protocol].map(item)}
        </ol>
        <section className="mt-10" aria-labelledby="not-caught">
          <h2 id="not-caught" className="text-heading">
            {t('notCaught')}
          </h2>
          <p className="mt-1 mb-4 max-w-[64ch] text-mute">{t('notCaughtText')}</p>
          <ol className={attemptsList} data-testid="not-caught">
            {notCaught[protocol].map(item)}
          </ol>
          {familyOf(protocol).shows === 'proof' ? (
            <p className="mt-4 max-w-[64ch] text-small">{t('knownLimit')}</p>
          ) : null}
        </section>
      </section>
      <MakeYourOwn key={protocol} lab={lab} protocol={protocol} />
    </>
  )
}
