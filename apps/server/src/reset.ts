import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError, readConfig } from './config.ts'
import { ContactRepository } from './modules/contact/repository.ts'
import { print, runCommand } from './operator-command.ts'
import { lockDataDir } from './platform/database/data-lock.ts'
import { databaseFiles, deleteAll, openDatabase } from './platform/database/database.ts'
import { keepNodesOut } from './platform/process/postgres-nodes.ts'

const withMessages = '--with-messages'

/**
 * The operator's data reset: removes the database, with it the issuer's keys, DID and definitions, and the tails
 * files. The next start makes them anew, and visitors whose demo is older begin again. Refuses while a server runs, and
 * while there are undelivered messages of visitors.
 */
await runCommand(async () => {
  const config = readConfig()
  const { dataDir, databaseUrl } = config
  const unlock = lockDataDir(dataDir)
  if (databaseUrl !== undefined) await keepNodesOut(databaseUrl)
  const undelivered = process.argv.includes(withMessages) ? 0 : await undeliveredMessages(config)
  if (undelivered > 0) {
    throw new ConfigError(
      `Undelivered contact messages: ${undelivered}. Read them with npm run contact-messages, then run npm run reset -- ${withMessages}.`,
    )
  }
  // The database goes first: the next start after a sudden end finds none, or one that has its tails files.
  if (databaseUrl === undefined) for (const file of databaseFiles(dataDir)) rmSync(file, { force: true })
  else await deleteAll(config)
  // 'moving' is what a move to PostgreSQL leaves that was killed, with its key.
  for (const folder of ['agent', 'moving']) rmSync(join(dataDir, folder), { recursive: true, force: true })
  unlock()
  const where = databaseUrl === undefined ? dataDir : 'the database that DATABASE_URL names'
  print(`The data in ${where} is reset. The next start makes a new issuer.`)
})

async function undeliveredMessages(config: Config): Promise<number> {
  if (config.databaseUrl === undefined && !existsSync(databaseFiles(config.dataDir)[0] ?? '')) return 0
  const database = await openDatabase(config).catch(() => {
    throw new ConfigError(
      `The database can't be read, so it may hold contact messages. Run npm run reset -- ${withMessages} to remove it all the same.`,
    )
  })
  const { waiting, failed } = await new ContactRepository(database).countByState()
  await database.destroy()
  return waiting + failed
}
