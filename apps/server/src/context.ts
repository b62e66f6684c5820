import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { ByteQuota, Events, storeKeyCheck } from '@lastmile/agent/core'
import { createDidCommAgent } from '@lastmile/agent/didcomm'
import { createOpenid4vcAgent } from '@lastmile/agent/openid4vc'
import type { Agent, AgentOptions } from '@lastmile/agent/port'
import { loadContent } from '@lastmile/content'
import PQueue from 'p-queue'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { KnownWords } from './modules/analytics/known-words.ts'
import { AnalyticsRepository } from './modules/analytics/repository.ts'
import { AnalyticsService } from './modules/analytics/service.ts'
import { CharacterService } from './modules/characters/service.ts'
import { ConnectionService } from './modules/connections/service.ts'
import { measureContact } from './modules/contact/contact-metrics.ts'
import { ContactDelivery } from './modules/contact/delivery.ts'
import { createMailer } from './modules/contact/mail.ts'
import { ContactRepository } from './modules/contact/repository.ts'
import { ContactService } from './modules/contact/service.ts'
import { CredentialDefinitionRepository } from './modules/credentials/definition-repository.ts'
import { CredentialDefinitions } from './modules/credentials/definitions.ts'
import { CredentialService } from './modules/credentials/service.ts'
import { SignedValues } from './modules/credentials/signed-values.ts'
import { OperatorSessions } from './modules/insights/operator-sessions.ts'
import { InsightsRepository } from './modules/insights/repository.ts'
import type { InsightsServices } from './modules/insights/routes.ts'
import { InsightsService } from './modules/insights/service.ts'
import { Ledger } from './modules/ledger/ledger.ts'
import { measureExchanges, measureQueue } from './modules/ledger/ledger-metrics.ts'
import { type Outbox, OwnOutbox } from './modules/ledger/outbox.ts'
import { createQueuePositions } from './modules/ledger/queue-positions.ts'
import { Quotas } from './modules/ledger/quotas.ts'
import { SharedOutbox } from './modules/ledger/shared-outbox.ts'
import { ProofService } from './modules/proofs/service.ts'
import { ProtocolMessageRepository } from './modules/protocol-messages/repository.ts'
import { ProtocolMessages } from './modules/protocol-messages/service.ts'
import { createRevoke } from './modules/revocation/service.ts'
import { Invitations } from './modules/short-links/invitation.ts'
import { ShortLinkRepository } from './modules/short-links/repository.ts'
import { ShortLinks } from './modules/short-links/service.ts'
import { StatusRepository } from './modules/status/repository.ts'
import { StatusService } from './modules/status/service.ts'
import { readClaim } from './platform/agent-storage/agent-records.ts'
import { createAgentStorage } from './platform/agent-storage/agent-storage.ts'
import { keyOf, storeKey } from './platform/agent-storage/store-key.ts'
import { type Limit, type Limiter, ownLimiter, sharedLimiter, sweepLimits } from './platform/callers/limiters.ts'
import { lockDataDir } from './platform/database/data-lock.ts'
import { emptyLog, openDatabase } from './platform/database/database.ts'
import { WriteFailures } from './platform/database/write-failures.ts'
import { createEventPublisher } from './platform/process/event-publisher.ts'
import { type Job, ownSchedule, sharedSchedule } from './platform/process/jobs.ts'
import { createMetrics } from './platform/process/process-metrics.ts'
import { alone, withOthers } from './platform/process/sharing.ts'

/** Wallets' messages from one network that were refused, after which no more are read for the rest of the minute. */
const refusalsPerMinute = 120

/** Definitions made at the same time: one for a visitor while the content's are made one after the other. */
const registrationsAtOnce = 2

/** Everything the server is made of. */
export type Context = Awaited<ReturnType<typeof createContext>>

/**
 * The server's composition root: constructs adapters and connects them. Nothing listens yet.
 * @param openCrypto default: the agent's own
 * @throws ConfigError when the data folder can't be used; ContentError when the content is wrong
 */
export async function createContext(
  config: Config,
  logger: Logger,
  openCrypto?: Parameters<typeof createDidCommAgent>[3],
) {
  const content = loadContent(config.contentDir)
  const unlock = lockDataDir(config.dataDir)
  const writeFailures = new WriteFailures()
  const database = await openDatabase(config, {
    onLost: (error) => logger.warn({ err: error }, 'A connection to the database broke'),
    onFailure: (error) => writeFailures.note(error),
  })
  const encryptedWith = await readClaim(database)
  const sharing = config.databaseUrl === undefined ? alone() : await withOthers(config.databaseUrl, database, logger)
  const { locks, news } = sharing
  const events = createEventPublisher((error, event) =>
    logger.error({ err: error, event: event.type }, 'A change could not be delivered to one of its listeners'),
  )
  const outbox: Outbox = sharing.isShared
    ? new SharedOutbox(database, events, news, logger)
    : new OwnOutbox(database, events, logger)
  /** Aborted when the server begins to stop: callers that wait for a wallet give up. */
  const stopping = new AbortController()
  /** The memory quota of all that strangers send. */
  const byteQuota = new ByteQuota()
  const agentOptions: AgentOptions = {
    publicUrl: config.publicUrl,
    dataDir: join(config.dataDir, 'agent'),
    storeKey: storeKey(config.dataDir, config.storeKey, (key) => storeKeyCheck(key) === encryptedWith),
    allowPrivateAddresses: config.allowPrivateWallets,
    byteQuota,
    refusalsPerMinute: refusalsPerMinute * config.limits.rateFactor,
    logger: {
      info: (message, fields) => logger.info(fields ?? {}, message),
      warn: (message, fields) => logger.warn(fields ?? {}, message),
      error: (message, fields) => logger.error(fields ?? {}, message),
    },
  }
  const agentStorage = createAgentStorage(database, sharing)
  const agentEvents = new Events(agentStorage.events, agentOptions.logger)
  const didcomm = createDidCommAgent(agentOptions, agentStorage, agentEvents, openCrypto)
  const openid4vc = createOpenid4vcAgent(agentOptions, agentStorage, agentEvents)
  const agents = { didcomm, openid4vc }
  const agent: Agent = didcomm

  const ledger = new Ledger(database, outbox, config.visitorsKeptDays * 24 * 60 * 60_000)
  // One for all nodes, and for a process alone one that ends with it.
  const networkSecret = sharing.isShared && config.storeKey ? keyOf(`networks ${config.storeKey}`) : randomBytes(32)
  const { openInvitations, openOffers, openProofs, rateFactor } = config.limits
  const capacity = { connection: openInvitations, credential: openOffers, proof: openProofs }
  const lifecycle = { ledger, quotas: new Quotas(ledger, capacity, rateFactor, networkSecret), locks }
  const protocolMessageRepository = new ProtocolMessageRepository(database)
  const characters = new CharacterService(content)
  const shortLinks = new ShortLinks(new ShortLinkRepository(database), config.publicUrl)
  const connections = new ConnectionService({
    agent,
    lifecycle,
    shortLinks,
    events,
    publicUrl: config.publicUrl,
    stopping: stopping.signal,
  })
  const definitions = new CredentialDefinitions({
    agents,
    repository: new CredentialDefinitionRepository(database),
    queue: new PQueue({ concurrency: registrationsAtOnce }),
    logger,
    locks,
    shipped: characters.credentials(),
    characterUpload: config.characterUpload,
    registrationsWaiting: config.limits.registrationsWaiting,
    registrationsPerDay: config.limits.registrationsPerDay,
    kept: { most: config.limits.definitionsKept, days: config.definitionsKeptDays },
    stopping: stopping.signal,
  })
  const credentials = new CredentialService({
    agents,
    lifecycle,
    definitions,
    connections,
    signedValues: new SignedValues((day) => characters.credentials(day)),
    forgetMessages: (id) => protocolMessageRepository.deleteOf('credentialId', id),
  })
  const proofs = new ProofService({
    agents,
    lifecycle,
    definitions,
    connections,
    shortLinks,
    publicUrl: config.publicUrl,
    forgetMessages: (id) => protocolMessageRepository.deleteOf('proofId', id),
  })
  const protocolMessages = new ProtocolMessages({
    repository: protocolMessageRepository,
    connections,
    credentials,
    proofs,
    events,
    news,
    logger,
  })
  const contactRepository = new ContactRepository(database)
  const forContact = { repository: contactRepository, locks, logger }
  const mailer = config.mail && createMailer(config.mail)
  const contact = new ContactService({
    ...forContact,
    delivery: new ContactDelivery({ ...forContact, mailer, stopping: stopping.signal }),
    rateFactor,
    messagesWaiting: config.limits.messagesWaiting,
  })

  const analyticsRepository = new AnalyticsRepository(database)
  const analytics = new AnalyticsService(analyticsRepository, new KnownWords(characters.all(), content.wallets), {
    keptDays: config.analyticsKeptDays,
    events: config.limits.analyticsEvents,
  })

  // Undefined while no passcode is set.
  const insights: InsightsServices | undefined = config.insightsPasscode
    ? {
        sessions: new OperatorSessions(database, config.insightsPasscode),
        insights: new InsightsService(
          new InsightsRepository(database),
          { characters: () => characters.all(), wallets: content.wallets },
          config.analyticsKeptDays,
        ),
        events: analyticsRepository,
      }
    : undefined

  const metrics = createMetrics()
  measureExchanges(metrics, events)
  measureQueue(metrics, agent)
  measureContact(metrics, contactRepository)

  const goOn = () => {
    Promise.all([didcomm.goOn(), openid4vc.goOn(), agentEvents.deliverLeftBehind()]).catch((error) =>
      logger.error({ err: error }, 'What the database missed could not be gone on with'),
    )
  }
  // While the database was away, messages for wallets may have been missed in both directions.
  news.onMissed(goOn)
  // Its disk was full: of what belongs together some was stored and some was not.
  writeFailures.onEnd(goOn)

  return {
    config,
    logger,
    content,
    agent,
    agents,
    agentEvents,
    byteQuota,
    events,
    outbox,
    metrics,
    status: new StatusService(new StatusRepository(database)),
    ledger,
    connections,
    definitions,
    credentials,
    proofs,
    revoke: createRevoke(agents, ledger, locks),
    protocolMessages,
    queuePositions: createQueuePositions(ledger, database, events, news, logger),
    shortLinks,
    invitations: new Invitations(agent, shortLinks, ledger),
    contact,
    analytics,
    insights,
    stopping,
    characters,
    /** Counts for all processes. */
    sharedLimiter: (limit: Limit): Limiter =>
      sharing.isShared ? sharedLimiter(limit, database, networkSecret) : ownLimiter(limit),
    /** Says whether this process runs a job now: of several, one does. */
    schedule: sharing.isShared ? sharedSchedule(database, sharing.clock) : ownSchedule,
    /** Work of several processes alone. */
    sharedJobs: (): Job[] =>
      outbox instanceof SharedOutbox
        ? [
            { name: 'forget what all nodes have heard', everyMs: 60_000, run: () => outbox.sweep(new Date()) },
            { name: 'forget whom limits counted', everyMs: 60_000, run: () => sweepLimits(database, new Date()) },
            {
              name: 'go on with the work of nodes that are no more',
              everyMs: 5_000,
              run: async () => {
                if ((await sharing.buried()) === 0) return
                await Promise.all([didcomm.takeOver(), openid4vc.takeOver(), agentEvents.deliverLeftBehind()])
              },
            },
          ]
        : [],
    /** Removes deleted data from the disk for good. */
    emptyLog: () => emptyLog(database),
    /** Lets go of the database and the data folder; the last thing to do. */
    async close() {
      await sharing.leave()
      await database.destroy()
      unlock()
    },
  }
}
