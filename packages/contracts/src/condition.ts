import type { PredicateOperator } from './proof-request.ts'

/** The meaning of a condition on an attribute, for a person. */
export type ConditionMeaning =
  /** Born at least so many years before the day. */
  | { kind: 'age' | 'yearsAgo'; years: number }
  /** Not past its date on the day. */
  | { kind: 'valid' }
  | { kind: 'date'; operator: PredicateOperator; date: Date }
  | { kind: 'number'; operator: PredicateOperator; value: number }

/** Whether a number compares with the bound of a condition as that asks. */
export function compares(value: number, operator: PredicateOperator, bound: number): boolean {
  if (operator === '>=') return value >= bound
  if (operator === '>') return value > bound
  return operator === '<=' ? value <= bound : value < bound
}

const dayMs = 24 * 60 * 60 * 1000

/** Whether an attribute of this name holds days, as 8 digits (docs/product.md, section 2). */
export const holdsDays = (name: string): boolean => /date/i.test(name)

/** Midnight UTC of 8 digits, YYYYMMDD; undefined where these are no day of the calendar. */
export function dayOf(digits: string): Date | undefined {
  const [, year = '', month = '', day = ''] = /^(\d{4})(\d\d)(\d\d)$/.exec(digits) ?? []
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  // The 30th of February would be a day in March.
  return date.getUTCDate() === Number(day) ? date : undefined
}

/** Within a day: the verifier's day and the reader's may differ. */
const isNear = (one: number, other: number) => Math.abs(one - other) < 2 * dayMs

/**
 * The meaning of a condition of a request. Content computes its bounds from the day of the request, so a bound that is
 * an anniversary of it is an age, and one of that day asks for what has not expired.
 *
 * @param name of the attribute
 * @param day of the request
 */
export function meaningOf(
  name: string,
  operator: PredicateOperator,
  bound: string | number,
  day: Date,
): ConditionMeaning {
  const date = holdsDays(name) ? dayOf(String(bound)) : undefined
  if (!date) return { kind: 'number', operator, value: Number(bound) }
  if (operator === '>=' && /expir|valid/i.test(name) && isNear(date.getTime(), day.getTime())) return { kind: 'valid' }
  const years = Math.round((day.getTime() - date.getTime()) / (365.2425 * dayMs))
  const anniversary = Date.UTC(day.getUTCFullYear() - years, day.getUTCMonth(), day.getUTCDate())
  if (operator === '<=' && years > 0 && isNear(date.getTime(), anniversary))
    return { kind: /birth/i.test(name) ? 'age' : 'yearsAgo', years }
  return { kind: 'date', operator, date }
}

/**
 * Ages in full years that a credential with a date of birth states where its format proves no condition, so that the
 * date stays private. An issuer has to think of them beforehand.
 */
export const statedAges: readonly number[] = [16, 18, 21, 60]

/** The claim that holds, for each stated age, whether the holder has it; shown one by one. */
export const agesClaim = 'age_equal_or_over'

const datesOfBirth = ['birth_date', 'date_of_birth', 'birthdate']

/** Whether the attribute holds the day on which the credential's person was born. */
export const isDateOfBirth = (name: string): boolean => datesOfBirth.includes(name)

/**
 * The stated age that a condition asks for; undefined for all other conditions.
 *
 * @param day of the request
 */
export function statedAge(name: string, operator: PredicateOperator, bound: string | number, day: Date) {
  const meaning = meaningOf(name, operator, bound, day)
  const isStated = meaning.kind === 'age' && isDateOfBirth(name) && statedAges.includes(meaning.years)
  return isStated ? meaning.years : undefined
}

/** The last birthday of a person who is of that age today, as 8 digits. */
export function bornForAge(years: number): number {
  const day = new Date()
  day.setUTCFullYear(day.getUTCFullYear() - years)
  return Number(day.toISOString().slice(0, 10).replaceAll('-', ''))
}
