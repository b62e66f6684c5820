import { PrintButton } from '../../ui/print-button.tsx'
import { SaveButton } from '../../ui/save-button.tsx'
import { UnderlinedSummary } from '../../ui/underlined-summary.tsx'
import { ReceiptCheck } from './receipt-check.tsx'
import { ReceiptComparison } from './receipt-comparison.tsx'
import type { KeptReceipt } from './receipt-selectors.ts'
import { ReceiptSheet } from './receipt-sheet.tsx'
import { ReceiptView, type ReceiptViewProps } from './receipt-view.tsx'
import { t } from './texts.ts'

/** All that a receipt says, what the other family would have shown, how to check it, and the ways to keep it. */
export const WholeReceipt = (props: ReceiptViewProps) => (
  <>
    <ReceiptView {...props} />
    <details>
      <UnderlinedSummary>{t('compare')}</UnderlinedSummary>
      <ReceiptComparison kept={props.kept} />
    </details>
    <details>
      <UnderlinedSummary>{t('howToCheck')}</UnderlinedSummary>
      <ReceiptCheck receipt={props.kept.receipt} />
    </details>
    <ReceiptButtons kept={props.kept} />
  </>
)

/** Prints the receipt, or saves it as a file. */
function ReceiptButtons({ kept }: { kept: KeptReceipt }) {
  const { verifier, at } = kept.receipt
  const sheet = <ReceiptSheet kept={kept} />
  return (
    <div className="flex flex-wrap gap-3">
      <PrintButton sheet={sheet}>
        {t('print')}
        <span className="sr-only">{t('printOf', { verifier })}</span>
      </PrintButton>
      <SaveButton sheet={sheet} title={t('documentTitle')} fileName={`receipt-${at.slice(0, 10)}.html`}>
        {t('save')}
        <span className="sr-only">{t('printOf', { verifier })}</span>
      </SaveButton>
    </div>
  )
}
