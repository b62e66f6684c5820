import { RawText } from '../raw-text.tsx'
import { bytesOf } from '../received.ts'
import { Stamp } from '../stamp.tsx'
import { outcomeOf, type Showing } from './showing.ts'
import { t } from './texts.ts'

const objects = [
  [/did\.jsonl$/, 'didLog'],
  [/\/resources\//, 'resource'],
  [/\/tails\//, 'tails'],
  [/\/types\//, 'cardType'],
  [/\/status-lists\//, 'statusList'],
] as const

/** Of an address that the town hall publishes something at. */
function objectAt(address: string): string {
  const name = objects.find(([pattern]) => pattern.test(address))?.[1]
  return name ? `: ${t(name)}` : ''
}

/** The museum's slip, or the wallet's own word, with every call of the issuer's addresses. */
export function ShowingSlip({ showing }: { showing: Showing }) {
  const { verdict, calls, isUp } = showing
  const { stamp, said, isGood } = outcomeOf(showing)
  const all = [
    ...calls.map((call) => ({ ...call, by: 'wallet' as const })),
    ...(verdict?.proof.registry_reads?.calls ?? []).map((call) => ({ ...call, by: 'museum' as const })),
  ]
  return (
    <div className="grid gap-x-8 gap-y-3 @min-[40rem]/page:grid-cols-[8rem_1fr]">
      <h2 className="sr-only">{t('slip', { number: showing.number })}</h2>
      <Stamp testId={`showing-${showing.number}`} isGood={isGood}>
        {t(stamp)}
      </Stamp>
      <div className="min-w-0">
        <p className="text-small text-mute">
          {t('setting')} <strong>{t(isUp ? 'wasUp' : 'wasDown')}</strong>
        </p>
        <p className="measure">{said}</p>
        {all.length === 0 ? (
          <p className="mt-2 text-small text-mute">{t('noCalls')}</p>
        ) : (
          <table className="mt-3 w-full table-fixed text-left text-small">
            <caption className="pb-1 text-left font-semibold">{t('calls')}</caption>
            <thead className="text-mute">
              <tr>
                <th className="py-1 pr-3 font-normal">{t('call')}</th>
                <th className="w-28 py-1 font-normal @min-[40rem]/page:w-36">{t('answer')}</th>
              </tr>
            </thead>
            <tbody>
              {all.map(({ by, address, answered }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: calls are in their order, and one may come twice
                <tr key={index} className="border-t border-line align-top">
                  <td className="py-1.5 pr-3">
                    {t(by)}
                    {objectAt(address)}
                    <code translate="no" className="block text-tiny break-all text-mute">
                      {new URL(address).pathname}
                    </code>
                  </td>
                  <td className="py-1.5">{t(answered ? 'answered' : 'silent')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {verdict ? (
          <>
            <RawText
              label={t('sent', { count: bytesOf(verdict.sent.presentation) })}
              received={verdict.sent.presentation}
            />
            <RawText label={t('serverSaid')} received={{ ...verdict.proof }} />
          </>
        ) : null}
      </div>
    </div>
  )
}
