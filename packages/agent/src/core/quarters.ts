/** The calendar quarter of a moment, in UTC: a count of quarters. @param time milliseconds since 1970 */
export function quarterOf(time: number): number {
  const day = new Date(time)
  return day.getUTCFullYear() * 4 + Math.floor(day.getUTCMonth() / 3)
}

/** Its first moment, milliseconds since 1970. */
export const startOfQuarter = (quarter: number): number => Date.UTC(Math.floor(quarter / 4), (quarter % 4) * 3)
