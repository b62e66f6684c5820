import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { ConfigError } from '../../config.ts'
import { sqliteCode } from './sqlite-file.ts'

const sqliteBusy = 5

/**
 * Makes the data folder and keeps it for this process alone. The operating system lets go of it when the process ends,
 * however it ends, so a killed server leaves nothing to clean up.
 * @returns a function that lets go of the folder
 * @throws ConfigError when the folder can't be written or another process has it
 */
export function lockDataDir(dataDir: string): () => void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    throw new ConfigError(`The data folder ${dataDir} can't be written: change DATA_DIR or the folder's permissions.`)
  }
  let lock: DatabaseSyncInstance | undefined
  try {
    lock = new DatabaseSync(join(dataDir, 'server.lock'), { timeout: 0 })
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock?.close()
    if (sqliteCode(error) === sqliteBusy) {
      throw new ConfigError(`Another server is running on the data folder ${dataDir}: stop it or change DATA_DIR.`)
    }
    throw new ConfigError(`The data folder ${dataDir} can't be written: change DATA_DIR or the folder's permissions.`)
  }
  return () => lock?.close()
}
