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
  <fieldset className="mb-5 flex flex-wrap gap-2">
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
)
