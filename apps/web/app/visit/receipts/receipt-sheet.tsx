import { brand } from '@lastmile/contracts/site'
import { LogoMark } from '../../ui/logo.tsx'
import { ReceiptCheck } from './receipt-check.tsx'
import { ReceiptComparison } from './receipt-comparison.tsx'
import type { KeptReceipt } from './receipt-selectors.ts'
import { ReceiptView } from './receipt-view.tsx'
import { t } from './texts.ts'

/** A receipt on a page of its own, under the brand, with how to check it. */
export const ReceiptSheet = ({ kept }: { kept: KeptReceipt }) => (
  <>
    <p className="flex items-center gap-3 font-semibold">
      <LogoMark />
      {brand}
    </p>
    <h1 className="mt-8 mb-6 text-title">{t('documentTitle')}</h1>
    <ReceiptView kept={kept} headingLevel={3} />
    <h2 className="mt-8 mb-3 text-heading">{t('compare')}</h2>
    <ReceiptComparison kept={kept} />
    <h2 className="mt-8 mb-3 text-heading">{t('howToCheck')}</h2>
    <ReceiptCheck receipt={kept.receipt} />
    <p className="mt-8 text-small text-mute">{t('byNamePrinted')}</p>
    <p className="mt-1 text-small text-mute">{location.host}</p>
  </>
)
