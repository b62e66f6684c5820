import type { PredicateRequirement } from '@lastmile/contracts'
import { attributeLabel, displayValue } from '@lastmile/journey'

const ofDates = { '>=': 'on or after', '>': 'after', '<=': 'on or before', '<': 'before' } as const
const ofNumbers = { '>=': 'at least', '>': 'more than', '<=': 'at most', '<': 'less than' } as const

/** 'Expiry date on or after 2026-11-21': what a wallet proves without showing the value. */
export function predicateWords({ name, type, value }: PredicateRequirement): string {
  const shown = displayValue(name, String(value))
  const words = (shown.kind === 'date' ? ofDates : ofNumbers)[type]
  return `${attributeLabel(name)} ${words} ${shown.value}`
}
