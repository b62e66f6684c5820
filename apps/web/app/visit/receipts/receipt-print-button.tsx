import { brand } from '@lastmile/contracts/site'
import { LogoMark } from '../../ui/logo.tsx'
import { PrintButton } from '../../ui/print-button.tsx'
import type { KeptReceipt } from './receipt-selectors.ts'
import { ReceiptView } from './receipt-view.tsx'
import { t } from './texts.ts'

/** Prints the receipt on a page of its own, under the brand. */
export function ReceiptPrintButton({ kept }: { kept: KeptReceipt }) {
  return (
    <PrintButton
      sheet={
        <>
          <p className="flex items-center gap-3 font-semibold">
            <LogoMark />
            {brand}
          </p>
          <h1 className="mt-8 mb-6 text-title">{t('documentTitle')}</h1>
          <ReceiptView kept={kept} headingLevel={3} />
          <p className="mt-8 text-small text-mute">{t('byNamePrinted')}</p>
          <p className="mt-1 text-small text-mute">{location.host}</p>
        </>
      }
    >
      {t('print')}
      <span className="sr-only">{t('printOf', { verifier: kept.receipt.verifier })}</span>
    </PrintButton>
  )
}
