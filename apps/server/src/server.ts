import { AgentError, OutdatedData } from '@lastmile/agent/port'
import { socketPath } from '@lastmile/contracts'
import { ConfigError } from './config.ts'
import type { Context } from './context.ts'
import { createHttpServer } from './http-server.ts'
import { receiveDidcommUpgrade } from './modules/protocols/didcomm/inbound-routes.ts'
import { OpenSockets } from './platform/callers/open-sockets.ts'
import { answerAndClose } from './platform/http/early-answers.ts'
import { InFlight } from './platform/http/in-flight.ts'
import { forEachInSequence } from './platform/process/for-each.ts'
import { startJobs } from './platform/process/jobs.ts'
import { serveMetrics } from './platform/process/process-metrics.ts'
import { createRealtime } from './realtime/socket.ts'
import { openSubscription } from './realtime/subscriptions.ts'

const minuteMs = 60_000

export interface RunningServer {
  /** Takes no new calls, finishes those under way, and closes everything in order. */
  stop(): Promise<void>
}

/**
 * Milliseconds without a new call after which the port is closed, and after which it is closed all the same: calls that
 * were just made would be cut off otherwise, on a busy machine more of them.
 */
const lastCalls = { quiet: 250, longest: 2_000 }

/**
 * Listens, starts the issuer behind the open port (it resolves its own published objects) and opens for visitors.
 * Slow work then goes on in the background.
 * @throws ConfigError when the port is taken
 */
export async function startServer(context: Context): Promise<RunningServer> {
  const { config, logger, agents, agentEvents, status, stopping } = context
  const { didcomm } = agents
  const app = await createHttpServer(context)
  const inFlight = new InFlight(app)
  const { publicUrl, trustProxy } = config
  const quota = context.byteQuota
  const openSockets = new OpenSockets({ factor: config.limits.rateFactor, trustProxy, publicUrl, quota })
  const realtime = createRealtime(app.server, {
    publicUrl,
    events: context.events,
    openSubscription: (visitor, subscription) => openSubscription(context, visitor, subscription),
    logger,
    isReady: () => status.isReady,
    openSockets,
  })
  app.server.on('upgrade', (request, socket, head) => {
    // Nothing else listens until the socket has an owner, and a caller may be gone before.
    socket.on('error', () => socket.destroy())
    if (receiveDidcommUpgrade(didcomm, openSockets, request, socket, head)) return
    if (!request.url?.startsWith(socketPath)) answerAndClose(socket, 404)
  })
  // An event is emitted again until it is stored.
  agentEvents.listen((event) => {
    if (event.type === 'connection') return context.connections.apply(event.connection)
    if (event.type === 'credential') return context.credentials.apply(event.credential)
    return context.proofs.apply(event.proof)
  })
  didcomm.onQueuePositions((positions) => context.queuePositions.emit(positions))
  for (const agent of Object.values(agents)) agent.onMessage((message) => context.protocolMessages.record(message))

  const listenTextResolver = () => `Starting on ${config.host}:${config.port}, for ${config.publicUrl}`
  await app
    .listen({ host: config.host, port: config.port, listenTextResolver })
    .catch((error: NodeJS.ErrnoException) => {
      throw portError(error, config.host, config.port)
    })
  const stopMetrics = await serveMetrics(context.metrics, config.metricsHost, config.metricsPort, logger)
  for (const agent of Object.values(agents))
    await agent.start().catch(async (error) => {
      await agent.stop().catch(() => undefined)
      throw startError(error, config.dataDir)
    })
  await context.definitions.registerStored()
  agentEvents.start()
  await status.open(config.publicUrl, didcomm.issuer, logger)
  await context.outbox.start()

  const background = Promise.all([
    reconcileAll(context).catch((error) =>
      logger.error({ err: error }, 'Open exchanges could not be brought up to date'),
    ),
    context.definitions
      .prepareShipped()
      .catch((error) => logger.error({ err: error }, 'The credential definitions could not be prepared')),
  ])
  const stopJobs = startJobs(
    [
      { name: 'end and forget what is due', everyMs: minuteMs, run: (now) => sweepAll(context, now) },
      { name: 'forget who designed credentials', everyMs: 60 * minuteMs, run: (now) => context.definitions.sweep(now) },
      {
        name: 'remove unused credential definitions',
        everyMs: 60 * minuteMs,
        run: (now) => context.definitions.removeUnused(now),
      },
      { name: 'forget protocol messages', everyMs: 10 * minuteMs, run: (now) => context.protocolMessages.sweep(now) },
      {
        name: 'remove expired short links',
        everyMs: 60 * minuteMs,
        run: (now) => context.shortLinks.removeExpired(now),
      },
      { name: 'mail contact messages', everyMs: 5_000, run: (now) => context.contact.deliverDue(now) },
      { name: 'forget contact messages', everyMs: 10 * minuteMs, run: (now) => context.contact.sweep(now) },
      { name: 'forget analytics', everyMs: 10 * minuteMs, run: (now) => context.analytics.sweep(now) },
      { name: 'empty the log of the database', everyMs: minuteMs, run: () => context.emptyLog() },
      ...context.sharedJobs(),
    ],
    context.schedule,
    logger,
  )

  return {
    async stop() {
      status.markStopping()
      stopping.abort()
      await inFlight.quiet(lastCalls.quiet, lastCalls.longest)
      const closed = Promise.all([realtime.close(), app.close()])
      await inFlight.drained()
      await stopMetrics()
      await stopJobs()
      // Closes the wallets' sockets as well, on which the port would otherwise wait, and ends the making of keys.
      for (const agent of Object.values(agents).reverse()) await agent.stop()
      await agentEvents.stop()
      await Promise.all([background, closed, context.protocolMessages.whenIdle()])
      await context.outbox.stop()
      await context.close()
    },
  }
}

/** After a stop in the middle of things: the agent's records say how far each exchange really is. */
async function reconcileAll({ credentials, proofs, connections }: Context): Promise<void> {
  await forEachInSequence([connections, credentials, proofs], (each) => each.entries.reconcileOpen())
}

async function sweepAll({ credentials, proofs, connections }: Context, now: Date): Promise<void> {
  await forEachInSequence([credentials, proofs, connections], (each) => each.entries.sweep(now))
}

/** The wallet's store is the one part of the issuer that a setting can keep from opening. */
function startError(error: unknown, dataDir: string): unknown {
  if (error instanceof AgentError && error.code === 'invalid')
    return new ConfigError(
      "The issuer's keys can't be opened: STORE_KEY, or the file store.key in the data folder, must be the one they were encrypted with.",
    )
  if (error instanceof OutdatedData)
    return new ConfigError(
      `The data folder ${dataDir} was made by an earlier version, which kept the issuer's keys in a store that this version does not read. ` +
        'Run npm run reset to begin with a new issuer, or start that version again to go on with this one.',
    )
  return error
}

function portError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new ConfigError(`The port ${port} is taken: stop the program that uses it, or set PORT to another one.`)
  }
  if (error.code === 'EACCES') return new ConfigError(`The port ${port} may not be used: set PORT to one above 1023.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new ConfigError(`This machine has no address ${host}: change HOST.`)
  }
  return error
}
