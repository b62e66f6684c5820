import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, readConfig } from './config.ts'
import { lockDataDir } from './platform/data-lock.ts'
import { databaseFiles } from './platform/database.ts'

/**
 * The operator's data reset: removes the databases, the issuer's wallet with its DID and definitions, and the tails
 * files. The next start makes them anew, and visitors whose demo is older begin again. Refuses while a server runs.
 */
try {
  const { dataDir } = readConfig()
  const unlock = lockDataDir(dataDir)
  rmSync(join(dataDir, 'agent'), { recursive: true, force: true })
  for (const file of databaseFiles(dataDir)) rmSync(file, { force: true })
  unlock()
  process.stdout.write(`The data in ${dataDir} is reset. The next start makes a new issuer.\n`)
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : String(error)}\n`)
  process.exit(1)
}
