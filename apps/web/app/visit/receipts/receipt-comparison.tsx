import type { Receipt } from '@lastmile/contracts'
import { statedAge } from '@lastmile/contracts/condition'
import { familyOf } from '@lastmile/contracts/protocols'
import { attributeLabelIn, credentialNamed } from '@lastmile/journey'
import { useAppSelector } from '../../state/app-thunk.ts'
import { selectCurrentCharacter } from '../../state/characters/character-selectors.ts'
import { conditionText } from '../../texts/condition-text.ts'
import { listText } from '../../texts/formats.ts'
import type { KeptReceipt } from './receipt-selectors.ts'
import { t } from './texts.ts'

/** Says of a proof what the other family of wallets would have shown, and who could link it to others of the visit. */
export function ReceiptComparison({ kept: { receipt, sameCopyAs } }: { kept: KeptReceipt }) {
  const { protocol, verifier, holderKeys } = receipt
  const details = [...new Set(useDetailsOnlyCompared(receipt))]
  const others = listText([...new Set(sameCopyAs.map((other) => other.verifier))])
  const ages = listText(statedAgesIn(receipt))
  const copy = sameCopyAs.length > 0 ? 'sameCopy' : holderKeys ? 'copyOfItsOwn' : undefined
  return (
    <ul className="grid gap-2 text-small">
      {details.length > 0 ? (
        <li>{t(`details.${protocol}`, { verifier, details: listText(details) })}</li>
      ) : (
        <li>{t(`sameDetails.${protocol}`, { verifier })}</li>
      )}
      {ages ? <li>{t(`statedAge.${protocol}`, { ages })}</li> : null}
      {familyOf(protocol).shows === 'proof' ? <li>{t('madeAnew')}</li> : copy ? <li>{t(copy, { others })}</li> : null}
      <li>{t('linksAnyway')}</li>
    </ul>
  )
}

function statedAgesIn({ credentials, at }: Receipt): string[] {
  const day = new Date(at)
  const proved = credentials.flatMap((credential) => credential.proved)
  const stated = proved.filter(({ name, type, value }) => statedAge(name, type, value, day) !== undefined)
  return [...new Set(stated.map(({ name, type, value }) => conditionText(name, { operator: type, bound: value }, day)))]
}

function useDetailsOnlyCompared({ credentials }: Receipt): string[] {
  const character = useAppSelector(selectCurrentCharacter)
  return credentials.flatMap(({ name, onlyCompared = [] }) =>
    onlyCompared.map((attribute) => `“${attributeLabelIn(credentialNamed(character, name), attribute)}”`),
  )
}
