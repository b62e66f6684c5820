import { locale } from '@lastmile/contracts/site'

/** `a, b and c` in the locale's form. */
export const listText = (items: readonly string[]) => new Intl.ListFormat(locale).format(items)

/** Time of an ISO 8601 moment, to the second. */
export const timeText = (moment: string) =>
  new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }).format(new Date(moment))

/** Date and time of an ISO 8601 moment, to the minute, in the visitor's time zone. */
export const momentText = (moment: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(moment))

/** 25 November 2026: a day at midnight UTC, in words. */
export const dayText = (day: Date) =>
  new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { dateStyle: 'long', timeZone: 'UTC' }).format(day)

/** 250,000, but 2026: four digits may be a year. */
export const numberText = (number: number) => new Intl.NumberFormat(locale, { useGrouping: 'min2' }).format(number)
