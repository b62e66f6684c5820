import { existsSync } from 'node:fs'
import { ConfigError, readConfig } from './config.ts'
import { runMessagesCommand } from './modules/contact/command.ts'
import { ContactRepository } from './modules/contact/repository.ts'
import { print, runCommand } from './operator-command.ts'
import { databaseFiles, openDatabase } from './platform/database/database.ts'

/** The operator's view of the contact form's messages, on this terminal alone. */
await runCommand(async () => {
  const config = readConfig()
  const { dataDir, databaseUrl, mail } = config
  if (databaseUrl === undefined && !existsSync(databaseFiles(dataDir)[0] ?? '')) {
    throw new ConfigError(`There are no data in ${dataDir} yet: start the server first, or change DATA_DIR.`)
  }
  const database = await openDatabase(config)
  const { lines, ok } = await runMessagesCommand(
    process.argv.slice(2),
    new ContactRepository(database),
    mail !== undefined,
  )
  await database.destroy()
  print(lines.join('\n'))
  process.exitCode = ok ? 0 : 1
})
