import { credentialLabel } from '@lastmile/journey'
import { useAppSelector } from '../../state/app-thunk.ts'
import { selectCurrentCharacter } from '../../state/characters/character-selectors.ts'
import { listText, momentText } from '../../texts/formats.ts'
import { FoldingReceipt } from './folding-receipt.tsx'
import type { KeptReceipt } from './receipt-selectors.ts'
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
  const character = useAppSelector(selectCurrentCharacter)
  const { receipt, revoked } = kept
  const heading = (
    <>
      <h3 className="font-sans text-[1.0625rem] font-semibold leading-snug">{receipt.verifier}</h3>
      <p className="text-small text-mute">
        <T
          id="entry"
          values={{ useCase: receipt.useCase.name, at: momentText(receipt.at) }}
          elements={{ when: <time dateTime={receipt.at} className="whitespace-nowrap" /> }}
        />
      </p>
      {revoked.length > 0 ? (
        <p className="mt-1.5 text-small text-mute">
          {t('revokedMark', {
            count: revoked.length,
            credentials: listText(revoked.map((name) => credentialLabel(character, name))),
          })}
        </p>
      ) : null}
    </>
  )
  return (
    <article className="panel">
      <FoldingReceipt kept={kept} heading={heading} headingLevel={4} />
    </article>
  )
}
