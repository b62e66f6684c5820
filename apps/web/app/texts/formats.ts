import { locale } from '@lastmile/contracts/site'

/** `a, b and c` in the locale's form. */
export const listText = (items: readonly string[]) => new Intl.ListFormat(locale).format(items)

/** Time of an ISO 8601 moment, to the second. */
export const timeText = (moment: string) =>
  new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }).format(new Date(moment))

/** Date and time of an ISO 8601 moment, to the minute, in the visitor's time zone. */
export const momentText = (moment: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(moment))
