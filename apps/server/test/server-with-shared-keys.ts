import { createCryptoWithSharedKeys } from '@lastmile/agent/test/shared-keys'
import { readConfig } from '../src/config.ts'
import { createContext } from '../src/context.ts'
import { createLogger } from '../src/platform/process/logging.ts'
import { startServer } from '../src/server.ts'

/** The server from its source, as main.ts starts it, with the keys that tests share. */
const config = readConfig()
const context = await createContext(config, await createLogger(config.logLevel), createCryptoWithSharedKeys)
const server = await startServer(context)
process.on('SIGTERM', () => server.stop().then(() => process.exit(0)))
