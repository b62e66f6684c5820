import { credentialLabel } from '@lastmile/journey'
import { useId, useState } from 'react'
import { useAppSelector } from '../../state/app-thunk.ts'
import { selectCurrentCharacter } from '../../state/characters/character-selectors.ts'
import { listText, momentText } from '../../texts/formats.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ReceiptButtons } from './receipt-buttons.tsx'
import type { KeptReceipt } from './receipt-selectors.ts'
import { ReceiptView } from './receipt-view.tsx'
import { T, t } from './texts.ts'

export function ReceiptList({ receipts }: { receipts: readonly KeptReceipt[] }) {
  return (
    <section aria-labelledby="receipts" data-testid="receipts">
      <h2 id="receipts" className="text-title">
        {t('section')}
      </h2>
      <p className="measure mt-3 text-mute">{t('sectionText')}</p>
      <ul className="mt-6 grid grid-cols-1 gap-4">
        {receipts.map((kept) => (
          <li key={kept.receipt.id}>
            <Entry kept={kept} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Entry({ kept }: { kept: KeptReceipt }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const character = useAppSelector(selectCurrentCharacter)
  const { receipt, revoked } = kept
  const at = momentText(receipt.at)
  return (
    <article className="panel">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h3 className="font-sans text-[1.0625rem] font-semibold leading-snug">{receipt.verifier}</h3>
          <p className="text-small text-mute">
            <T
              id="entry"
              values={{ useCase: receipt.useCase.name, at }}
              elements={{ when: <time dateTime={receipt.at} className="whitespace-nowrap" /> }}
            />
          </p>
          {revoked.length > 0 ? (
            <p className="mt-1.5 inline-flex items-center gap-1.5 text-small font-semibold text-clay">
              <Icon name="warning" size={18} />
              {t('revokedMark', { credentials: listText(revoked.map((name) => credentialLabel(character, name))) })}
            </p>
          ) : null}
        </div>
        <Button variant="ghost" size="small" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'close' : 'open')}
          <span className="sr-only">{t('openOf', { verifier: receipt.verifier, at })}</span>
        </Button>
      </div>
      <div id={id} hidden={!isOpen} className="mt-5 grid gap-5">
        {isOpen ? (
          <>
            <ReceiptView kept={kept} headingLevel={4} />
            <ReceiptButtons kept={kept} />
          </>
        ) : null}
      </div>
    </article>
  )
}
