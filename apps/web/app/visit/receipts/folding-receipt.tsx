import { type ReactNode, Suspense, useId, useState } from 'react'
import { momentText } from '../../texts/formats.ts'
import { Button } from '../../ui/button.tsx'
import { comesIntoView } from '../../ui/comes-into-view.ts'
import { fetchedLater } from '../../ui/fetched-later.ts'
import { PartNotFetched } from '../part-not-fetched.tsx'
import type { KeptReceipt } from './receipt-selectors.ts'
import { t } from './texts.ts'

const WholeReceipt = fetchedLater(() => import('./whole-receipt.tsx').then((file) => file.WholeReceipt), PartNotFetched)

interface FoldingReceiptProps {
  kept: KeptReceipt
  heading: ReactNode
  headingLevel: 3 | 4
  /** Below the receipt. */
  note?: ReactNode
}

/** A receipt that a button beside its heading unfolds, and fetches. */
export function FoldingReceipt({ kept, heading, headingLevel, note }: FoldingReceiptProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const { verifier, at } = kept.receipt
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">{heading}</div>
        <Button variant="ghost" size="small" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'close' : 'open')}
          <span className="sr-only">{t('openOf', { verifier, at: momentText(at) })}</span>
        </Button>
      </div>
      <div id={id} hidden={!isOpen} className="mt-5">
        {isOpen ? (
          <Suspense fallback={null}>
            <div ref={comesIntoView} className="grid scroll-mb-7 gap-5">
              <WholeReceipt kept={kept} headingLevel={headingLevel} />
              {note}
            </div>
          </Suspense>
        ) : null}
      </div>
    </>
  )
}
