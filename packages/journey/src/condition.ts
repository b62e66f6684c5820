import type { PredicateRequirement } from '@lastmile/contracts'

type Operator = PredicateRequirement['type']

/** The meaning of a condition on an attribute, for a person. */
export type ConditionMeaning =
  /** Born at least so many years before the day. */
  | { kind: 'age' | 'yearsAgo'; years: number }
  /** Not past its date on the day. */
  | { kind: 'valid' }
  | { kind: 'date'; operator: Operator; date: Date }
  | { kind: 'number'; operator: Operator; value: number }

const dayMs = 24 * 60 * 60 * 1000

/** Midnight UTC of 8 digits, YYYYMMDD; undefined where these are no day of the calendar. */
function dayOf(digits: string): Date | undefined {
  const [, year = '', month = '', day = ''] = /^(\d{4})(\d\d)(\d\d)$/.exec(digits) ?? []
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** Within a day: the verifier's day and the reader's may differ. */
const isNear = (one: number, other: number) => Math.abs(one - other) < 2 * dayMs

/**
 * The meaning of a condition of a request. Content computes its bounds from the day of the request, so a bound that is
 * an anniversary of it is an age, and one of that day asks for what has not expired.
 *
 * @param name of the attribute; one that holds *date* has days as 8 digits (docs/product.md, section 2)
 * @param day of the request
 */
export function meaningOf(name: string, operator: Operator, bound: string | number, day: Date): ConditionMeaning {
  const date = /date/i.test(name) ? dayOf(String(bound)) : undefined
  if (!date) return { kind: 'number', operator, value: Number(bound) }
  if (operator === '>=' && /expir|valid/i.test(name) && isNear(date.getTime(), day.getTime())) return { kind: 'valid' }
  const years = Math.round((day.getTime() - date.getTime()) / (365.2425 * dayMs))
  const anniversary = Date.UTC(day.getUTCFullYear() - years, day.getUTCMonth(), day.getUTCDate())
  if (operator === '<=' && years > 0 && isNear(date.getTime(), anniversary))
    return { kind: /birth/i.test(name) ? 'age' : 'yearsAgo', years }
  return { kind: 'date', operator, date }
}
