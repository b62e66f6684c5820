import { ConfigError, readConfig } from './config.ts'
import { print, runCommand } from './operator-command.ts'
import { moveInto, openCopy } from './platform/agent-storage/moving.ts'
import { lockDataDir } from './platform/database/data-lock.ts'
import { openDatabase } from './platform/database/database.ts'
import { keepNodesOut } from './platform/process/postgres-nodes.ts'

/**
 * Moves the embedded database to an empty PostgreSQL: issuer, published objects and visitors' data stay as they are.
 * All or nothing: stopped at any moment, it can run again. The data folder is not changed. Refuses while a server runs.
 */
await runCommand(async () => {
  const { dataDir, databaseUrl, storeKey, nextStoreKey } = readConfig()
  if (databaseUrl === undefined || storeKey === undefined)
    throw new ConfigError('Set DATABASE_URL to the PostgreSQL that the data are to be moved to, and STORE_KEY.')
  const unlock = lockDataDir(dataDir)
  await keepNodesOut(databaseUrl)
  const copy = await openCopy(dataDir, { current: storeKey, next: nextStoreKey ?? storeKey })
  const database = await openDatabase({ dataDir, databaseUrl })
  const { rows, tails } = await moveInto(database, copy).finally(() => copy.discard())
  await database.destroy()
  print(`Moved ${rows} rows and ${tails} tails files to the database that DATABASE_URL names. ${dataDir} is as it was.`)
  if (nextStoreKey) print('Set STORE_KEY to the new secret before the next start.')
  unlock()
})
