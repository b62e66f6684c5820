/** The last birthday of a person who is of that age today, YYYYMMDD. */
export function bornForAge(years: number): number {
  const day = new Date()
  day.setUTCFullYear(day.getUTCFullYear() - years)
  return Number(day.toISOString().slice(0, 10).replaceAll('-', ''))
}
