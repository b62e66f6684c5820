import { ReceiptButtons } from './receipt-buttons.tsx'
import { ReceiptView, type ReceiptViewProps } from './receipt-view.tsx'

/** All that a receipt says, and the ways to keep it. */
export const WholeReceipt = (props: ReceiptViewProps) => (
  <>
    <ReceiptView {...props} />
    <ReceiptButtons kept={props.kept} />
  </>
)
