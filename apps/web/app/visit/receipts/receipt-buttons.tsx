import { PrintButton } from '../../ui/print-button.tsx'
import { SaveButton } from '../../ui/save-button.tsx'
import type { KeptReceipt } from './receipt-selectors.ts'
import { ReceiptSheet } from './receipt-sheet.tsx'
import { t } from './texts.ts'

/** Prints the receipt, or saves it as a file. */
export function ReceiptButtons({ kept }: { kept: KeptReceipt }) {
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
