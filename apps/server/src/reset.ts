import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, readConfig } from './config.ts'
import { ContactRepository } from './modules/contact/repository.ts'
import { lockDataDir } from './platform/database/data-lock.ts'
import { databaseFiles, openDatabase } from './platform/database/database.ts'

const withMessages = '--with-messages'

/**
 * The operator's data reset: removes the database, with it the issuer's keys, DID and definitions, and the tails
 * files. The next start makes them anew, and visitors whose demo is older begin again. Refuses while a server runs, and
 * while there are messages of visitors that reached nobody.
 */
try {
  const { dataDir } = readConfig()
  const unlock = lockDataDir(dataDir)
  const undelivered = process.argv.includes(withMessages) ? 0 : await undeliveredMessages(dataDir)
  if (undelivered > 0) {
    throw new ConfigError(
      `Undelivered contact messages: ${undelivered}. Read them with npm run messages, then run npm run reset -- ${withMessages}.`,
    )
  }
  rmSync(join(dataDir, 'agent'), { recursive: true, force: true })
  for (const file of databaseFiles(dataDir)) rmSync(file, { force: true })
  unlock()
  process.stdout.write(`The data in ${dataDir} is reset. The next start makes a new issuer.\n`)
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : String(error)}\n`)
  process.exit(1)
}

async function undeliveredMessages(dataDir: string): Promise<number> {
  if (!existsSync(databaseFiles(dataDir)[0] ?? '')) return 0
  const database = await openDatabase(dataDir).catch(() => {
    throw new ConfigError(
      `The database can't be read, so it may hold contact messages. Run npm run reset -- ${withMessages} to remove it all the same.`,
    )
  })
  const { waiting, failed } = await new ContactRepository(database).countByState()
  await database.destroy()
  return waiting + failed
}
