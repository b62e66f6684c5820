import { anonCredsChecks } from '@lastmile/contracts/verifier-checks'
import type { CheatName } from '@lastmile/lab/cheats'
import type { Verdict } from '@lastmile/lab/exchanges'
import { RawText } from '../raw-text.tsx'
import { bytesOf } from '../received.ts'
import { Stamp } from '../stamp.tsx'
import { t } from './texts.ts'

/** A slip of paper that comes back across the desk: the stamp, and the check by name. */
export function VerdictSlip({
  name,
  verdict: { proof, sent, next },
}: {
  name: CheatName | 'honest' | 'own'
  verdict: Verdict
}) {
  const { verified, failed_check: check } = proof
  const isAsItShould = name === 'own' || (verified === true) === (name === 'honest')
  const text = verified ? t(isAsItShould ? 'verifiedText' : 'wronglyVerified') : check ? t(`${check}How`) : proof.reason
  // Of the other family, the order of the list is not that in which they are made.
  const step = (anonCredsChecks as readonly unknown[]).indexOf(check) + 1
  return (
    <div
      role="status"
      className="mt-4 grid animate-rise gap-x-8 gap-y-3 border-t border-line pt-4 @min-[40rem]/page:grid-cols-[auto_1fr]"
    >
      <Stamp testId={`verdict-${name}`} isGood={isAsItShould}>
        {t(verified ? 'verified' : 'refused')}
      </Stamp>
      <div className="min-w-0">
        {check ? <p className="font-semibold">{t(`${check}Name`)}</p> : null}
        <p className="measure">{text}</p>
        {check ? (
          <dl className="mt-2 grid gap-x-6 text-small @min-[40rem]/page:grid-cols-[auto_1fr] @min-[40rem]/page:gap-y-1 @max-[40rem]/page:[&>dd]:mb-2">
            {step ? (
              <>
                <dt className="text-mute">{t('step')}</dt>
                <dd>{t('stepOf', { number: step, count: anonCredsChecks.length })}</dd>
              </>
            ) : null}
            <dt className="text-mute">{t('place')}</dt>
            <dd>{t(`${check}Place`)}</dd>
            <dt className="text-mute">{t('toPass')}</dt>
            <dd>{t(`${check}Break`)}</dd>
            {next ? (
              <>
                <dt className="text-mute">{t('next')}</dt>
                <dd>{t(`${next}Name`)}</dd>
              </>
            ) : null}
          </dl>
        ) : null}
        <RawText label={t('sent', { count: bytesOf(sent.presentation) })} received={sent.presentation} />
        <RawText label={t('serverSaid')} received={{ ...proof }} />
      </div>
    </div>
  )
}
