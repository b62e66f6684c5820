import { locale } from '@lastmile/contracts/site'

/** `a, b and c`, as the language joins them. */
export const listText = (items: readonly string[]) => new Intl.ListFormat(locale).format(items)

/** Second of an ISO 8601 moment. */
export const timeText = (moment: string) =>
  new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }).format(new Date(moment))

/** Day and minute of an ISO 8601 moment, where the visitor is. */
export const momentText = (moment: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(moment))
