import type { Condition } from '@lastmile/holder'
import { displayValue } from '@lastmile/journey'
import { t } from './texts.ts'

const ofDates = { '>=': 'dateFrom', '>': 'dateAfter', '<=': 'dateUntil', '<': 'dateBefore' } as const
const ofNumbers = { '>=': 'atLeast', '>': 'moreThan', '<=': 'atMost', '<': 'lessThan' } as const

/** '2026-11-21 or later', from the attribute's name. */
export function conditionText(name: string, { operator, bound }: Condition): string {
  const { kind, value } = displayValue(name, String(bound))
  return t((kind === 'date' ? ofDates : ofNumbers)[operator], { value })
}
