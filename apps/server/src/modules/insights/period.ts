import { z } from 'zod'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
/** Rows of exchanges are kept that long; nothing older can be asked for. */
const longestDays = 400
/** More columns than that are too thin to read. */
const mostDays = 92

/** Times of a column begin with these many characters of ISO 8601: `2026-01-31T10`, `2026-01-31`, `2026-01`. */
export const unitLength = { hour: 13, day: 10, month: 7 } as const
export type Unit = keyof typeof unitLength

export const presets = { '24h': 'Last 24 hours', '7d': 'Last 7 days', '30d': 'Last 30 days' } as const
export type Preset = keyof typeof presets | 'custom'

/** Dates are days in UTC, both included. */
const date = z.iso.date()
const periodQuery = z.discriminatedUnion('period', [
  z.object({ period: z.enum(['24h', '7d', '30d']) }),
  z.object({ period: z.literal('custom'), from: date, to: date }),
])

export interface Period {
  preset: Preset
  /** ISO 8601; from this moment … */
  from: string
  /** … to before this one. */
  to: string
  /** The unit of one column of a chart. */
  unit: Unit
  /** The days of a period of the operator's own, as they were asked for. */
  days: { from: string; to: string }
}

/**
 * The period that an address asks for; the last 7 days when it asks for none.
 * @returns undefined when the address can't be read
 */
export function readPeriod(query: unknown, now: Date): Period | undefined {
  const given = query as Record<string, unknown> | null
  const parsed = periodQuery.safeParse(given?.period === undefined ? { ...given, period: '7d' } : given)
  if (!parsed.success) return undefined
  const asked = parsed.data
  if (asked.period !== 'custom') return lately(asked.period, now)
  const from = Date.parse(asked.from)
  const to = Date.parse(asked.to) + dayMs
  const days = (to - from) / dayMs
  const oldest = now.getTime() - longestDays * dayMs
  if (days < 1 || days > longestDays || from < oldest - dayMs || from > now.getTime()) return undefined
  const unit = days <= 2 ? 'hour' : days <= mostDays ? 'day' : 'month'
  return { preset: 'custom', from: iso(from), to: iso(to), unit, days: { from: asked.from, to: asked.to } }
}

/** Whole hours or days up to now, today's included. */
function lately(preset: keyof typeof presets, now: Date): Period {
  const [unit, stepMs, count] = (
    { '24h': ['hour', hourMs, 24], '7d': ['day', dayMs, 7], '30d': ['day', dayMs, 30] } as const
  )[preset]
  const to = Math.floor(now.getTime() / stepMs) * stepMs + stepMs
  const from = to - count * stepMs
  return { preset, from: iso(from), to: iso(to), unit, days: { from: dayOf(iso(from)), to: dayOf(iso(to - 1)) } }
}

/** The beginnings of every column's times, in order. */
export function columnsOf({ from, to, unit }: Period): string[] {
  const columns = new Set<string>()
  const step = unit === 'hour' ? hourMs : dayMs
  for (let time = Date.parse(from); time < Date.parse(to); time += step)
    columns.add(iso(time).slice(0, unitLength[unit]))
  return [...columns]
}

/** A column's name for people: `14:00`, `31 Jan`, `Jan 2026`. */
export function columnName(column: string, unit: Unit): string {
  if (unit === 'hour') return `${column.slice(11)}:00`
  const format: Intl.DateTimeFormatOptions =
    unit === 'day' ? { day: 'numeric', month: 'short' } : { month: 'short', year: 'numeric' }
  return new Date(column).toLocaleDateString('en-GB', { ...format, timeZone: 'UTC' })
}

const iso = (time: number) => new Date(time).toISOString()
const dayOf = (time: string) => time.slice(0, 10)
