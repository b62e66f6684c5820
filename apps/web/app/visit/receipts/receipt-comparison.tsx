import type { Receipt } from '@lastmile/contracts'
import { attributeLabelIn, credentialNamed } from '@lastmile/journey'
import { useAppSelector } from '../../state/app-thunk.ts'
import { selectCurrentCharacter } from '../../state/characters/character-selectors.ts'
import { listText } from '../../texts/formats.ts'
import type { KeptReceipt } from './receipt-selectors.ts'
import { t } from './texts.ts'

/** Says of a proof what the other family of wallets would have shown, and who could link it to others of the visit. */
export function ReceiptComparison({ kept: { receipt, sameCopyAs } }: { kept: KeptReceipt }) {
  const { protocol, verifier, holderKeys } = receipt
  const details = useDetailsOnlyCompared(receipt)
  const others = listText([...new Set(sameCopyAs.map((other) => other.verifier))])
  const copy = sameCopyAs.length > 0 ? 'sameCopy' : holderKeys ? 'copyOfItsOwn' : undefined
  return (
    <ul className="grid gap-2 text-small">
      {details.length > 0 ? (
        <li>{t(`details.${protocol}`, { verifier, details: listText(details), count: details.length })}</li>
      ) : (
        <li>{t(`sameDetails.${protocol}`, { verifier })}</li>
      )}
      {protocol === 'didcomm' ? <li>{t('madeAnew')}</li> : copy ? <li>{t(copy, { others })}</li> : null}
      <li>{t('linksAnyway')}</li>
    </ul>
  )
}

function useDetailsOnlyCompared({ credentials }: Receipt): string[] {
  const character = useAppSelector(selectCurrentCharacter)
  return credentials.flatMap(({ name, onlyCompared = [] }) =>
    onlyCompared.map((attribute) => `“${attributeLabelIn(credentialNamed(character, name), attribute)}”`),
  )
}
