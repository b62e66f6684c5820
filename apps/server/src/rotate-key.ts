import { reencrypt, storeKeyCheck } from '@lastmile/agent/core'
import { ConfigError, readConfig } from './config.ts'
import { print, runCommand } from './operator-command.ts'
import { readClaim } from './platform/agent-storage/agent-records.ts'
import { createEncryptedRows } from './platform/agent-storage/encrypted-rows.ts'
import { keyOf, makeNextSecret, removeSecret, storeKey, takeNextSecret } from './platform/agent-storage/store-key.ts'
import { lockDataDir } from './platform/database/data-lock.ts'
import { eraseTraces, openDatabase } from './platform/database/database.ts'
import { keepNodesOut } from './platform/process/postgres-nodes.ts'

/**
 * Re-encrypts the issuer's records and keys with another store key. Killed at any moment, the next start or try goes on
 * with whichever key the data have. Refuses while a server runs.
 */
await runCommand(async () => {
  const config = readConfig()
  const { dataDir, databaseUrl, storeKey: setting, nextStoreKey } = config
  if (setting && !nextStoreKey)
    throw new ConfigError('Set NEW_STORE_KEY to the secret that is to take the place of STORE_KEY.')
  const unlock = lockDataDir(dataDir)
  if (databaseUrl !== undefined) await keepNodesOut(databaseUrl)
  const database = await openDatabase(config)
  const claim = await readClaim(database)
  if (claim === undefined)
    throw new ConfigError(
      `Nothing is encrypted in the ${databaseUrl === undefined ? `data folder ${dataDir}` : 'database'} yet.`,
    )
  const isEncryptedWith = (key: Uint8Array) => storeKeyCheck(key) === claim

  if (nextStoreKey && isEncryptedWith(keyOf(nextStoreKey))) {
    removeSecret(dataDir)
    print('The data are encrypted with NEW_STORE_KEY already. Set STORE_KEY to it.')
  } else {
    const current = storeKey(dataDir, setting, isEncryptedWith)
    const next = nextStoreKey ? keyOf(nextStoreKey) : makeNextSecret(dataDir)
    const done = await reencrypt(createEncryptedRows(database), current, next)
    if (!done)
      throw new ConfigError(
        'The data are encrypted with another key: STORE_KEY, or the file store.key in the data folder, must be the one in use.',
      )
    if (nextStoreKey) removeSecret(dataDir)
    else takeNextSecret(dataDir)
    await eraseTraces(database)
    print(`Encrypted with the new key: ${done.records} records, ${done.keys} keys.`)
    if (done.unreadable > 0) print(`Left as they were, because the old key does not open them: ${done.unreadable}.`)
    if (nextStoreKey) print('Set STORE_KEY to the new secret before the next start.')
  }
  await database.destroy()
  unlock()
})
