import type { RegistryCall } from '@lastmile/lab/lab-wallet'
import { UnderlinedSummary } from '../../../ui/underlined-summary.tsx'
import { RawText } from '../raw-text.tsx'
import { bytesOf } from '../received.ts'
import { VerdictLabel } from '../verdict-label.tsx'
import { outcomeOf, type Presentation } from './presentation.ts'
import { t } from './texts.ts'

const objects = [
  [/did\.jsonl$/, 'didLog'],
  [/\/resources\//, 'resource'],
  [/\/tails\//, 'tails'],
  [/\/types\//, 'cardType'],
  [/\/status-lists\//, 'statusList'],
] as const

/** Of an address that the town hall publishes something at. */
function objectAt(address: string): string | undefined {
  const name = objects.find(([pattern]) => pattern.test(address))?.[1]
  return name && t(name)
}

/** The verifier's verdict, or the wallet's own word, with the wallet's calls of the issuer's addresses. */
export function PresentationResult({ presentation }: { presentation: Presentation }) {
  const { verdict, calls, isUp } = presentation
  const { verdict: word, said, tone } = outcomeOf(presentation)
  return (
    <div className="grid gap-y-3">
      <h2 className="sr-only">{t('slip', { number: presentation.number })}</h2>
      <VerdictLabel testId={`presentation-${presentation.number}`} tone={tone}>
        {t(word)}
      </VerdictLabel>
      <div className="min-w-0">
        <p className="text-small text-mute">
          {t('setting')} <strong>{t(isUp ? 'wasUp' : 'wasDown')}</strong>
        </p>
        <p className="measure">{said}</p>
        <details>
          <UnderlinedSummary>{t('detail')}</UnderlinedSummary>
          {calls.length > 0 ? (
            <Addresses
              caption={t('calls')}
              rows={calls.map(({ address, outcome }) => ({ address, cameBack: cameBackOf(outcome) }))}
            />
          ) : (
            <p className="text-small text-mute">{t('noCalls')}</p>
          )}
          {verdict ? (
            <>
              <MuseumReads calls={verdict.proof.registry_reads?.calls ?? []} />
              <RawText
                label={t('sent', { count: bytesOf(verdict.sent.presentation) })}
                received={verdict.sent.presentation}
              />
              <RawText label={t('serverSaid')} received={{ ...verdict.proof }} />
            </>
          ) : null}
        </details>
      </div>
    </div>
  )
}

const cameBackOf = (outcome: RegistryCall['outcome']): string =>
  typeof outcome === 'number' ? t('answered', { status: outcome }) : t(outcome === 'cut' ? 'silent' : 'lost')

function MuseumReads({ calls }: { calls: { address: string; answered: boolean }[] }) {
  const rows = calls.map(({ address, answered }) => ({
    address,
    cameBack: t(answered ? 'wouldAnswer' : 'wouldNotAnswer'),
  }))
  return (
    <div className="mt-3">
      {rows.length > 0 ? <Addresses caption={t('museumCalls')} rows={rows} /> : null}
      <p className="measure mt-1 text-small text-mute">{t(rows.length > 0 ? 'museumCallsText' : 'museumNone')}</p>
    </div>
  )
}

/** A table of the issuer's addresses. */
const Addresses = ({ caption, rows }: { caption: string; rows: { address: string; cameBack: string }[] }) => (
  <table className="mt-2 w-full table-fixed text-left text-small">
    <caption className="pb-1 text-left font-semibold">{caption}</caption>
    <thead className="text-mute">
      <tr>
        <th className="py-1 pr-3 font-normal">{t('call')}</th>
        <th className="w-28 py-1 font-normal @min-[40rem]/page:w-36">{t('answer')}</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ address, cameBack }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: calls are in their order, and one may come twice
        <tr key={index} className="border-t border-line align-top">
          <td className="py-1.5 pr-3">
            {objectAt(address)}
            <code translate="no" className="block text-tiny break-all text-mute">
              {new URL(address).pathname}
            </code>
          </td>
          <td className="py-1.5">{cameBack}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
