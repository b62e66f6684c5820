import { useAppSelector } from '../../state/app-thunk.ts'
import { ReceiptButtons } from './receipt-buttons.tsx'
import { selectReceipts } from './receipt-selectors.ts'
import { ReceiptView } from './receipt-view.tsx'
import { t } from './texts.ts'

/** The receipt of the proof just accepted. */
export function LatestReceipt({ proofId }: { proofId: string | null }) {
  const kept = useAppSelector(selectReceipts).find(({ receipt }) => receipt.id === proofId)
  if (!kept) return null
  return (
    <section aria-labelledby="receipt" data-testid="receipt" className="mt-7 animate-rise panel">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="receipt" className="text-heading">
          {t('title')}
        </h2>
        <ReceiptButtons kept={kept} />
      </div>
      <p className="measure mt-2 mb-5 text-mute">
        {t('summary', { verifier: kept.receipt.verifier, useCase: kept.receipt.useCase.name })}
      </p>
      <ReceiptView kept={kept} headingLevel={3} />
      <p className="mt-5 text-tiny text-mute">{t('byName')}</p>
    </section>
  )
}
