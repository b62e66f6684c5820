import { type RelativeDate, relativeDate } from '@lastmile/contracts'
import { replaceFields } from './replace-fields.ts'

/**
 * Puts dates in the place of their markers. A marker may stand for any `value`: an attribute's or a predicate's.
 *
 * @param content JSON of any form; it is not changed. A marker of a wrong form stays, so that the schema names it.
 * @param now the day that the dates are relative to.
 */
export const resolveDates = (content: unknown, now: Date): unknown =>
  replaceFields(content, (key, value) => {
    const marker = key === 'value' ? relativeDate.safeParse(value) : undefined
    return marker?.success ? dateText(marker.data, now) : undefined
  })

/**
 * The date as YYYYMMDD, which AnonCreds compares as a number; the calendar is UTC's. A day that the month does not have
 * becomes the month's last one: a year after 29 February is 28 February.
 */
export function dateText({ $dateInt: { years = 0, months = 0, days = 0 } }: RelativeDate, now: Date): string {
  const month = now.getUTCMonth() + months
  const year = now.getUTCFullYear() + years
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const date = new Date(Date.UTC(year, month, Math.min(now.getUTCDate(), lastDay) + days))
  return date.toISOString().slice(0, 10).replaceAll('-', '')
}
