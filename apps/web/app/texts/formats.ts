import { locale } from '@lastmile/contracts/site'
import type { DisplayValue } from '@lastmile/journey'

/** `a, b and c` in the locale's form. */
export const listText = (items: readonly string[]) => new Intl.ListFormat(locale).format(items)

/** English days come before their month, and its clock has 24 hours. */
const written = locale === 'en' ? 'en-GB' : locale

/** Time of an ISO 8601 moment, to the second. */
export const timeText = (moment: string) =>
  new Intl.DateTimeFormat(written, { timeStyle: 'medium' }).format(new Date(moment))

/** 25 November 2026, 18:31: an ISO 8601 moment in the visitor's time zone. */
export const momentText = (moment: string) =>
  [{ dateStyle: 'long' } as const, { timeStyle: 'short' } as const]
    .map((part) => new Intl.DateTimeFormat(written, part).format(new Date(moment)))
    .join(', ')

/** 25 November 2026: a day at midnight UTC, in words. */
export const dayText = (day: Date) =>
  new Intl.DateTimeFormat(written, { dateStyle: 'long', timeZone: 'UTC' }).format(day)

/** An attribute's value in words: dates, and numbers whose attribute names a unit ('sales_in_naira'). */
export function valueText(name: string, { kind, value }: DisplayValue): string {
  if (kind === 'date') return dayText(new Date(value))
  return /[_ ]in[_ ]\w+$/i.test(name) && /^[1-9]\d*$/.test(value) ? numberText(Number(value)) : value
}

/** 250,000, but 2026: four digits may be a year. */
export const numberText = (number: number) => new Intl.NumberFormat(locale, { useGrouping: 'min2' }).format(number)
