import { ReceiptButtons } from './receipt-buttons.tsx'
import { ReceiptCheck } from './receipt-check.tsx'
import { ReceiptView, type ReceiptViewProps } from './receipt-view.tsx'
import { t } from './texts.ts'

/** All that a receipt says, how to check it, and the ways to keep it. */
export const WholeReceipt = (props: ReceiptViewProps) => (
  <>
    <ReceiptView {...props} />
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-small font-semibold text-forest underline decoration-1 underline-offset-4 hover:decoration-2">
        {t('howToCheck')}
      </summary>
      <ReceiptCheck proofId={props.kept.receipt.id} />
    </details>
    <ReceiptButtons kept={props.kept} />
  </>
)
