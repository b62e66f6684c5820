import { ConfigError, readConfig } from './config.ts'
import { moveInto, openCopy } from './platform/agent-storage/moving.ts'
import { lockDataDir } from './platform/database/data-lock.ts'
import { openDatabase } from './platform/database/database.ts'
import { keepNodesOut } from './platform/process/postgres-nodes.ts'

/**
 * The operator's move from the embedded database to an empty PostgreSQL: the issuer, what it published and what visitors hold stay as they
 * are. All or nothing: stopped at any moment, the PostgreSQL is as empty as before, and the command may be run again. The data folder is left
 * untouched, as the way back. Refuses while a server runs on either.
 */
try {
  const { dataDir, databaseUrl, storeKey, nextStoreKey } = readConfig()
  if (databaseUrl === undefined || storeKey === undefined)
    throw new ConfigError('Set DATABASE_URL to the PostgreSQL that the data are to be moved to, and STORE_KEY.')
  const unlock = lockDataDir(dataDir)
  await keepNodesOut(databaseUrl)
  const copy = await openCopy(dataDir, { current: storeKey, next: nextStoreKey ?? storeKey })
  const database = await openDatabase({ dataDir, databaseUrl })
  const { rows, tails } = await moveInto(database, copy).finally(() => copy.discard())
  await database.destroy()
  tell(`Moved ${rows} rows and ${tails} tails files to the database that DATABASE_URL names. ${dataDir} is as it was.`)
  if (nextStoreKey) tell('Set STORE_KEY to the new secret before the next start.')
  unlock()
  process.exit()
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : String(error)}\n`)
  process.exit(1)
}

function tell(sentence: string): void {
  process.stdout.write(`${sentence}\n`)
}
