import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import type { ProductServer } from '../server.ts'

const clockOff = fileURLToPath(new URL('../faults/clock-off.mjs', import.meta.url))
/** After a day open exchanges end; 400 days after their end no row is left (`VISITORS_KEPT_DAYS`). */
const days = { ended: 2, forgotten: 500 }
/** How long the server may take to delete what is over, in milliseconds: it looks each minute. */
const patience = { ending: 75_000, forgetting: 150_000 }
/** Parts of definitions: those of content may be made at any time, and those of issued credentials stay. */
const ofDefinitions = /^(agent_|revocation_registries$|AnonCreds|Openid4vc(Definition|StatusList)$)/

/** Rows of each table, and of the agent's records by their type. */
export function rowsOf({ dataDir }: ProductServer): Map<string, number> {
  const database = new DatabaseSync(join(dataDir, 'last-mile.sqlite'), { readOnly: true })
  const read = <Row>(query: string) => database.prepare(query).all() as Row[]
  try {
    const tables = read<{ name: string }>(`select name from sqlite_master where type = 'table'`)
    const counts = tables.map(({ name }) => ({
      name,
      ...read<{ count: number }>(`select count(*) count from "${name}"`)[0],
    }))
    const records = read<{ name: string; count: number }>(
      'select type name, count(*) count from agent_records group by type',
    )
    return new Map([...counts, ...records].map(({ name, count = 0 }) => [name, count]))
  } finally {
    database.close()
  }
}

const clockAhead = (days: number) => [
  ...['--import', `data:text/javascript,process.env.CLOCK_OFF=${days * 24 * 60 * 60}`],
  ...['--import', clockOff],
]

/**
 * Restarts the server with its clock days ahead, and then far ahead.
 * @returns tables with more rows than before, once it had time to delete what is over
 */
export async function rowsLeft(server: ProductServer, before: Map<string, number>): Promise<string[]> {
  await server.stop()
  await server.restart(clockAhead(days.ended))
  await pause(patience.ending)
  await server.stop()
  await server.restart(clockAhead(days.forgotten))
  for (const until = performance.now() + patience.forgetting; ; await pause(2_000)) {
    const more = [...rowsOf(server)].flatMap(([name, count]) => {
      const had = before.get(name) ?? 0
      return count > had && !ofDefinitions.test(name) ? [`${name} ${had} to ${count}`] : []
    })
    if (more.length === 0 || performance.now() > until) return more
  }
}
