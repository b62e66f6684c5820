import type { AnalyticsEventRow } from '../../platform/database/schema.ts'
import type { AnalyticsRepository } from '../analytics/repository.ts'
import type { Period } from './period.ts'
import type { Insights } from './service.ts'

/** The insights as files for a spreadsheet, by the name in their address. */
export const insightsFiles = {
  activity: ({ visits, connections, credentialsIssued, proofsVerified, proofsRefused, contactMessages }: Insights) => {
    const columns = {
      'visits with consent': visits,
      'wallets connected': connections,
      'credentials issued': credentialsIssued,
      'proofs verified': proofsVerified,
      'proofs refused': proofsRefused,
      'contact messages': contactMessages,
    }
    return csvFile([
      ['time (UTC)', ...Object.keys(columns)],
      ...visits.byColumn.map(({ column }, index) => [
        column,
        ...Object.values(columns).map((series) => series.byColumn[index]?.count ?? 0),
      ]),
    ])
  },
  funnel: ({ funnels }: Insights) =>
    csvFile([
      ['character', 'step', 'name', 'visits', 'lost before'],
      ...funnels.flatMap(({ character, steps }) =>
        steps.map(({ name, visits, lost }, index) => [character, index, name, visits, lost]),
      ),
    ]),
  'use-cases': ({ useCases }: Insights) =>
    csvFile([
      ['character', 'use case', 'name', 'started', 'completed'],
      ...useCases.map(({ character, id, name, started, completed }) => [character, id, name, started, completed]),
    ]),
  visits: ({ parts }: Insights) =>
    csvFile([
      ['kind', 'name', 'visits'],
      ...Object.entries(parts).flatMap(([kind, list]) => list.map(({ name, visits }) => [kind, name, visits])),
    ]),
  pages: ({ pages }: Insights) =>
    csvFile([['page', 'views', 'visits'], ...pages.map(({ path, views, visits }) => [path, views, visits])]),
} as const

export type InsightsFile = keyof typeof insightsFiles

const eventColumns = [
  'occurredAt',
  'sessionId',
  'type',
  'action',
  'label',
  'value',
  'path',
  'character',
  'screen',
  'step',
  'useCase',
  'details',
] as const satisfies (keyof AnalyticsEventRow)[]
const partSize = 500

/** Every event of a period as CSV, a part at a time, so that no number of them fills the memory. */
export async function* eventsFile(events: AnalyticsRepository, period: Period): AsyncGenerator<string> {
  yield csvLine(eventColumns)
  let after: AnalyticsEventRow | undefined
  do {
    const part: AnalyticsEventRow[] = await events.page(period, after, partSize)
    if (part.length > 0) yield part.map((row) => csvLine(eventColumns.map((column) => row[column]))).join('')
    after = part.length < partSize ? undefined : part.at(-1)
  } while (after)
}

type Cell = string | number | null

/** A cell that a spreadsheet would take for a formula (OWASP, CSV injection). */
const formula = /^[=+\-@\t\r]/

/**
 * One line of a CSV file (RFC 4180) with its line end. Text that a spreadsheet would run is put behind an apostrophe;
 * numbers stay numbers.
 */
function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`
}

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = formula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const csvFile = (lines: readonly (readonly Cell[])[]) => lines.map(csvLine).join('')
