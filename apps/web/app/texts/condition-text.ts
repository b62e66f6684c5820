import { meaningOf } from '@lastmile/contracts/condition'
import en from './condition-texts.en.json'
import { dayText, numberText } from './formats.ts'
import { textsOf } from './texts.tsx'

const { t } = textsOf('conditions', en)

const ofDates = { '>=': 'dateFrom', '>': 'dateAfter', '<=': 'dateUntil', '<': 'dateBefore' } as const
const ofNumbers = { '>=': 'atLeast', '>': 'moreThan', '<=': 'atMost', '<': 'lessThan' } as const

interface Condition {
  operator: keyof typeof ofDates
  bound: string | number
}

/**
 * '18 or older', 'still valid today', '25 November 2026 or later': a condition as a person would say it.
 *
 * @param name of the attribute
 * @param then the moment of the request, for one that is past
 */
export function conditionText(name: string, { operator, bound }: Condition, then?: Date): string {
  const meaning = meaningOf(name, operator, bound, then ?? new Date())
  switch (meaning.kind) {
    case 'age':
    case 'yearsAgo':
      return t(meaning.kind, { years: meaning.years })
    case 'valid':
      return t(then ? 'validThen' : 'validToday')
    case 'date':
      return t(ofDates[meaning.operator], { value: dayText(meaning.date) })
    case 'number':
      return t(ofNumbers[meaning.operator], { value: numberText(meaning.value) })
  }
}
