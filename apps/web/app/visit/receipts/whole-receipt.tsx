import { UnderlinedSummary } from '../../ui/underlined-summary.tsx'
import { ReceiptButtons } from './receipt-buttons.tsx'
import { ReceiptCheck } from './receipt-check.tsx'
import { ReceiptComparison } from './receipt-comparison.tsx'
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
