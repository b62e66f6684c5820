import { anonCredsChecks, openid4vpChecks, type VerifierCheck } from '@lastmile/contracts/verifier-checks'
import type { CheatName } from '@lastmile/lab/cheats'
import type { Verdict } from '@lastmile/lab/exchanges'
import { UnderlinedSummary } from '../../../ui/underlined-summary.tsx'
import { RawText } from '../raw-text.tsx'
import { bytesOf } from '../received.ts'
import { VerdictLabel, type VerdictTone } from '../verdict-label.tsx'
import { isNotCaught } from './attempts.ts'
import { t } from './texts.ts'

/** In which each family’s verifier checks. */
const orders: readonly (readonly VerifierCheck[])[] = [anonCredsChecks, openid4vpChecks]

type AttemptName = CheatName | 'honest' | 'own'

function outcomeOf(name: AttemptName, { verified, failed_check: check, reason }: Verdict['proof']) {
  const isAsItShould = name === 'own' || (verified === true) === (name === 'honest')
  const asItShould = t(name === 'honest' ? 'honestVerified' : 'verifiedText')
  const taken = isNotCaught(name) ? t(`${name}Why`) : isAsItShould ? asItShould : t('wronglyVerified')
  const said = verified ? taken : check ? t(`${check}How`) : reason
  const verdict = verified ? 'taken' : 'refused'
  const tone: VerdictTone = isAsItShould ? verdict : 'wrong'
  return { tone, said, verdict: t(verified ? 'verified' : 'refused'), checkName: check && t(`${check}Name`) }
}

/** The latest verdict for those who hear the page. Stands there before it comes. */
export function SpokenVerdict({ name, verdict }: { name: AttemptName; verdict: Verdict | undefined }) {
  const outcome = verdict && outcomeOf(name, verdict.proof)
  return (
    <p role="status" className="sr-only">
      {outcome ? [outcome.verdict, outcome.checkName, outcome.said].filter(Boolean).join(' · ') : null}
    </p>
  )
}

/** The result of an attempt: the verdict, and the check by name. */
export function AttemptResult({ name, verdict: { proof, sent, next } }: { name: AttemptName; verdict: Verdict }) {
  const { failed_check: check } = proof
  const { tone, said, verdict, checkName } = outcomeOf(name, proof)
  const inOrder = orders.find((order) => order.some((each) => each === check)) ?? []
  return (
    <div className="mt-4 grid animate-rise gap-y-3 border-t border-line pt-4">
      <VerdictLabel testId={`verdict-${name}`} tone={tone}>
        {verdict}
      </VerdictLabel>
      <div className="min-w-0">
        {checkName ? <p className="font-semibold">{checkName}</p> : null}
        <p className="measure">{said}</p>
        <details>
          <UnderlinedSummary>{t('check')}</UnderlinedSummary>
          {check ? (
            <dl className="mt-1 grid gap-x-6 text-small *:[dd]:mb-2">
              <dt className="text-mute">{t('step')}</dt>
              <dd>{t('stepOf', { number: inOrder.indexOf(check) + 1, count: inOrder.length })}</dd>
              <dt className="text-mute">{t('place')}</dt>
              <dd>{t(`${check}Place`)}</dd>
              <dt className="text-mute">{t('toPass')}</dt>
              <dd>{t(`${check}Break`)}</dd>
              {next ? (
                <>
                  <dt className="text-mute">{t('next')}</dt>
                  <dd>{next.map((each) => t(`${each}Name`)).join(' · ')}</dd>
                </>
              ) : null}
            </dl>
          ) : null}
          <RawText label={t('sent', { count: bytesOf(sent.presentation) })} received={sent.presentation} />
          <RawText label={t('serverSaid')} received={{ ...proof }} />
        </details>
      </div>
    </div>
  )
}
