import { createCryptoWithSharedKeys } from '@lastmile/agent/test/shared-keys'
import { shippedDefinitionsMade } from '@lastmile/e2e/shipped-definitions'
import { readConfig } from '../src/config.ts'
import { createContext } from '../src/context.ts'
import { createLogger } from '../src/platform/process/logging.ts'
import { startServer } from '../src/server.ts'

/**
 * Has servers from source make all their credential definitions, one after the other, since loading the source takes
 * longer than that. Each argument is the settings of one, as JSON.
 */
for (const settings of process.argv.slice(2)) {
  const config = readConfig({ ...process.env, ...(JSON.parse(settings) as Record<string, string>) })
  const context = await createContext(config, await createLogger(config.logLevel), createCryptoWithSharedKeys)
  const server = await startServer(context)
  await shippedDefinitionsMade({ origin: config.publicUrl })
  await server.stop()
}
process.exit()
