import { useAppSelector } from '../../state/app-thunk.ts'
import { FoldingReceipt } from './folding-receipt.tsx'
import { selectReceipts } from './receipt-selectors.ts'
import { t } from './texts.ts'

/** The receipt of the proof just accepted. */
export function LatestReceipt({ proofId }: { proofId: string | null }) {
  const kept = useAppSelector(selectReceipts).find(({ receipt }) => receipt.id === proofId)
  if (!kept) return null
  const heading = (
    <>
      <h2 id="receipt" className="text-heading">
        {t('title')}
      </h2>
      <p className="measure mt-1 text-small text-mute">
        {t('summary', { verifier: kept.receipt.verifier, useCase: kept.receipt.useCase.name })}
      </p>
    </>
  )
  return (
    <section aria-labelledby="receipt" data-testid="receipt" className="mt-7 animate-rise panel">
      <FoldingReceipt
        key={proofId}
        kept={kept}
        heading={heading}
        headingLevel={3}
        note={<p className="text-tiny text-mute">{t('byName')}</p>}
      />
    </section>
  )
}
