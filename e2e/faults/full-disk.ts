import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { DatabaseSync } from '@photostructure/sqlite'
import { preparedDefinition, visits, wholeVisit } from '../cluster/whole-visit.ts'
import { startServer } from '../server.ts'
import { smallDisk } from './small-disk.ts'

/**
 * Fills the disk of a server with its embedded database in the middle of visits, and frees it again. Every visit has to
 * end well.
 */
const { values: options } = parseArgs({
  options: { visitors: { type: 'string', default: '12' }, rounds: { type: 'string', default: '4' } },
})
const say = (text: string) => process.stdout.write(`${text}\n`)
const content = fileURLToPath(new URL('../../apps/server/test/content', import.meta.url))
/** Milliseconds: half of what a visitor tries again for. */
const fullFor = 6_000

const disk = await smallDisk()
if (!disk) throw new Error('Only root can mount a small disk.')
/** A log that an earlier round made long takes the writes of this one, however full the disk is. */
const emptyLog = () => {
  const database = new DatabaseSync(join(disk.folder, 'last-mile.sqlite'), { timeout: fullFor })
  database.exec('pragma wal_checkpoint(truncate)')
  database.close()
}

const server = await startServer({ dataDir: disk.folder, settings: { CONTENT_DIR: content, LOG_LEVEL: 'warn' } })
let failed = 0
try {
  const definition = await preparedDefinition(server.origin)
  const visit = () => wholeVisit(server.origin, definition, { revokes: true })
  for (let round = 1; round <= Number(options.rounds); round += 1) {
    const printed = server.output.length
    const under = visits(`round ${round}, full after 1.5 s`, Number(options.visitors), visit, say)
    await pause(1_500)
    emptyLog()
    await disk.fill()
    await pause(fullFor)
    await disk.free()
    failed += await under
    if (server.output.length === printed) throw new Error('The server did not notice that its disk was full.')
  }
} finally {
  await server.discard()
  await disk.discard()
}
process.exit(failed === 0 ? 0 : 1)
