import type { Protocol } from '@lastmile/contracts'
import { protocols } from '@lastmile/contracts/protocols'
import { Button } from '../../ui/button.tsx'
import { t } from './texts.ts'

interface FamilyChoiceProps {
  legend: string
  chosen: Protocol
  onChoose: (protocol: Protocol) => void
}

/** Which family of cards an experiment works with. */
export const FamilyChoice = ({ legend, chosen, onChoose }: FamilyChoiceProps) => (
  <>
    <fieldset className="flex flex-wrap gap-2">
      <legend className="mb-2 text-small font-semibold">{legend}</legend>
      {protocols.map((each) => (
        <Button
          key={each}
          size="small"
          variant={each === chosen ? 'primary' : 'ghost'}
          aria-pressed={each === chosen}
          onClick={() => onChoose(each)}
        >
          {t(each)}
        </Button>
      ))}
    </fieldset>
    <FamilyText protocol={chosen} />
  </>
)

/** A family in plain words. */
export const FamilyText = ({ protocol }: { protocol: Protocol }) => (
  <p className="mt-2 mb-5 max-w-[64ch] text-small text-mute">
    {t('inFamily', { family: t(protocol), text: t(`${protocol}Text`) })}
  </p>
)
