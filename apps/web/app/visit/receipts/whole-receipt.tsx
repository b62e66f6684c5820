import { UnderlinedSummary } from '../../ui/underlined-summary.tsx'
import { ReceiptButtons } from './receipt-buttons.tsx'
import { ReceiptCheck } from './receipt-check.tsx'
import { ReceiptView, type ReceiptViewProps } from './receipt-view.tsx'
import { t } from './texts.ts'

/** All that a receipt says, how to check it, and the ways to keep it. */
export const WholeReceipt = (props: ReceiptViewProps) => (
  <>
    <ReceiptView {...props} />
    <details>
      <UnderlinedSummary>{t('howToCheck')}</UnderlinedSummary>
      <ReceiptCheck proofId={props.kept.receipt.id} />
    </details>
    <ReceiptButtons kept={props.kept} />
  </>
)
