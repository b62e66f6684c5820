import { ContentError } from '@lastmile/content'
import { ConfigError, readConfig } from './config.ts'
import { createContext } from './context.ts'
import { createLogger } from './platform/logging.ts'
import { startServer } from './server.ts'

/**
 * The server of Last Mile Digital Solutions: settings (config.ts) → parts (context.ts) → addresses (http-server.ts) →
 * listen (server.ts) → stop when asked to. What it does for visitors is in modules/, what it stands on in platform/.
 */
const stopWithinMs = 10_000

try {
  const config = readConfig()
  const logger = await createLogger(config.logLevel)
  const server = await startServer(await createContext(config, logger))
  logger.info(`Ready. Open ${config.publicUrl}`)

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, async () => {
      setTimeout(() => process.exit(1), stopWithinMs).unref()
      await server.stop()
      process.exit(0)
    })
  }
} catch (error) {
  const known = error instanceof ConfigError || error instanceof ContentError
  process.stderr.write(`${known ? error.message : (error instanceof Error && error.stack) || String(error)}\n`)
  process.exit(1)
}
