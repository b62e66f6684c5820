import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { sql } from 'kysely'
import { ConfigError, readConfig } from './config.ts'
import { print, runCommand } from './operator-command.ts'
import { connectTo, databaseFiles } from './platform/database/database.ts'
import { keepPrivate } from './platform/database/sqlite-file.ts'

/**
 * Backs up the embedded data, also while the server runs: the database as of one moment, and the tails files, which are
 * written before the database names them. The key that decrypts the data is not part of it.
 */
await runCommand(async () => {
  const { dataDir, databaseUrl } = readConfig()
  const [named] = process.argv.slice(2)
  if (databaseUrl !== undefined)
    throw new ConfigError('The data are in the PostgreSQL that DATABASE_URL names: back that up with pg_dump.')
  if (named === undefined) throw new ConfigError('Name the folder to make: npm run backup -- <folder>')
  const folder = resolve(named)
  const taken = new ConfigError(`${folder} is there already: name a folder that is not.`)
  if (existsSync(folder)) throw taken
  const [file = ''] = databaseFiles(dataDir)
  if (!existsSync(file))
    throw new ConfigError(`There are no data in ${dataDir} yet: start the server first, or change DATA_DIR.`)

  // Only a complete backup gets the folder's name, and of several at once the first.
  await mkdir(dirname(folder), { recursive: true })
  const unfinished = await mkdtemp(`${folder}.unfinished-`)
  const copy = join(unfinished, basename(file))
  keepPrivate(copy)
  const database = connectTo({ dataDir })
  await sql`vacuum into ${copy}`.execute(database)
  await database.destroy()
  await cp(join(dataDir, 'agent'), join(unfinished, 'agent'), { recursive: true })
  await rename(unfinished, folder).catch(async () => {
    await rm(unfinished, { recursive: true })
    throw taken
  })
  print(`The data are in ${folder}, but for the key that opens them: keep store.key, or STORE_KEY, elsewhere.`)
})
