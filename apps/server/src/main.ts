import { setFlagsFromString } from 'node:v8'
import { ContentError } from '@lastmile/content'
import { ConfigError, isLoopback, readConfig } from './config.ts'
import { createContext } from './context.ts'
import { createLogger } from './platform/process/logging.ts'
import { startServer } from './server.ts'

/**
 * The server of Last Mile Digital Solutions: settings (config.ts) → adapters (context.ts) → routes (http-server.ts) →
 * listen (server.ts) → stop when asked to. What it does for visitors is in modules/, what it stands on in platform/.
 */
const stopWithinMs = 10_000

// By default garbage may grow to four times of what lives before it goes, and a flood makes much of it (record 67).
setFlagsFromString('--heap-growing-percent=50')

// Failures are caught where they happen. Should one escape all the same, it ends its own work alone.
process.on('unhandledRejection', (error) => {
  // Without its message, which may name anything.
  const { name, stack = '' } = error instanceof Error ? error : new Error()
  const frames = stack.split('\n').filter((line) => line.trimStart().startsWith('at '))
  process.stderr.write(`${['A failure was not caught:', name, ...frames].join('\n')}\n`)
})

try {
  const config = readConfig()
  const logger = await createLogger(config.logLevel)
  if (config.publicUrl.startsWith('http:') && !isLoopback(config.publicUrl))
    logger.warn('PUBLIC_URL begins with http: wallets take an issuer from https addresses only')
  const starting = createContext(config, logger).then(startServer)
  let isStopping = false
  const stop = async () => {
    // Ctrl-C arrives twice: from the terminal and from npm, which passes it on.
    if (isStopping) return
    isStopping = true
    // An exit would wait for the threads' work too, which may hang on a disk.
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), stopWithinMs).unref()
    await (await starting).stop()
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop)
  await starting
  logger.info(`Ready. Open ${config.publicUrl}`)
} catch (error) {
  const known = error instanceof ConfigError || error instanceof ContentError
  process.stderr.write(`${known ? error.message : (error instanceof Error && error.stack) || String(error)}\n`)
  process.exit(1)
}
