import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { ByteQuota, Events, storeKeyCheck } from '@lastmile/agent/core'
import type { AgentOptions } from '@lastmile/agent/port'
import { loadContent } from '@lastmile/content'
import PQueue from 'p-queue'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { knownWords } from './modules/analytics/known-words.ts'
import { AnalyticsRepository } from './modules/analytics/repository.ts'
import { createAnalytics } from './modules/analytics/service.ts'
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
import { IssuerReads } from './modules/distant-verifier/issuer-reads.ts'
import { OperatorSessions } from './modules/insights/operator-sessions.ts'
import { InsightsRepository } from './modules/insights/repository.ts'
import type { InsightsServices } from './modules/insights/routes.ts'
import { createInsights } from './modules/insights/service.ts'
import { Ledger } from './modules/ledger/ledger.ts'
import { measureExchanges, measureQueue } from './modules/ledger/ledger-metrics.ts'
import { type Outbox, OwnOutbox } from './modules/ledger/outbox.ts'
import { createQueuePositions } from './modules/ledger/queue-positions.ts'
import { createQuotas } from './modules/ledger/quotas.ts'
import { SharedOutbox } from './modules/ledger/shared-outbox.ts'
import { ProofService } from './modules/proofs/service.ts'
import { ProtocolMessageRepository } from './modules/protocol-messages/repository.ts'
import { ProtocolMessages } from './modules/protocol-messages/service.ts'
import { openAdapters } from './modules/protocols/adapters.ts'
import { createRevoke } from './modules/revocation/service.ts'
import { createInvitations } from './modules/short-links/invitation.ts'
import { ShortLinks } from './modules/short-links/service.ts'
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

type Foundation = Awaited<ReturnType<typeof openFoundation>>
type Issuer = ReturnType<typeof createIssuer>

/**
 * The server's composition root: constructs adapters and connects them. Nothing listens yet.
 * @param openCrypto default: the agent's own
 * @throws ConfigError when the data folder can't be used; ContentError when the content is wrong
 */
export async function createContext(config: Config, logger: Logger, openCrypto?: Parameters<typeof openAdapters>[3]) {
  const foundation = await openFoundation(config, logger)
  const { content, database, sharing, events, outbox, stopping, byteQuota, networkSecret } = foundation
  const { news } = sharing
  const issuer = createIssuer(config, logger, foundation, openCrypto)
  const { agents, agentEvents } = issuer
  const { didcomm } = agents
  const exchanges = createExchanges(config, logger, foundation, issuer)
  const { ledger, characters, shortLinks } = exchanges
  const { contactRepository, ...site } = createSiteServices(config, logger, foundation, characters)
  const metrics = createMetrics()
  measureExchanges(metrics, events)
  measureQueue(metrics, didcomm)
  measureContact(metrics, contactRepository)
  resumeAfterFailures(foundation, issuer, logger)

  return {
    config,
    logger,
    content,
    agents,
    agentEvents,
    byteQuota,
    events,
    outbox,
    metrics,
    status: new StatusService(database),
    ...exchanges,
    revoke: createRevoke(agents, ledger, sharing.locks),
    queuePositions: createQueuePositions(ledger, events, news, logger),
    invitations: createInvitations(didcomm, shortLinks, ledger),
    ...site,
    stopping,
    /** Counts for all processes. */
    sharedLimiter: (limit: Limit): Limiter =>
      sharing.isShared ? sharedLimiter(limit, database, networkSecret) : ownLimiter(limit),
    /** Says whether this process runs a job now: of several, one does. */
    schedule: sharing.isShared ? sharedSchedule(database, sharing.clock) : ownSchedule,
    /** Work of several processes alone. */
    sharedJobs: (): Job[] =>
      outbox instanceof SharedOutbox
        ? [
            { name: 'forget what all nodes have heard', everyMs: 60_000, run: (now) => outbox.sweep(now) },
            { name: 'forget whom limits counted', everyMs: 60_000, run: (now) => sweepLimits(database, now) },
            {
              name: 'go on with the work of nodes that are no more',
              everyMs: 5_000,
              run: async () => {
                if ((await sharing.buried()) === 0) return
                await Promise.all([didcomm.takeOver(), agentEvents.deliverLeftBehind()])
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
      foundation.unlock()
    },
  }
}

/** The content, the data, and what processes share. */
async function openFoundation(config: Config, logger: Logger) {
  const content = loadContent(config.contentDir)
  const unlock = lockDataDir(config.dataDir)
  const writeFailures = new WriteFailures()
  const database = await openDatabase(config, {
    onLost: (error) => logger.warn({ err: error }, 'A connection to the database broke'),
    onFailure: (error) => writeFailures.note(error),
  })
  const encryptedWith = await readClaim(database)
  const sharing = config.databaseUrl === undefined ? alone() : await withOthers(config.databaseUrl, database, logger)
  const events = createEventPublisher((error, event) =>
    logger.error({ err: error, event: event.type }, 'A change could not be delivered to one of its listeners'),
  )
  const outbox: Outbox = sharing.isShared
    ? new SharedOutbox(database, events, sharing.news, logger)
    : new OwnOutbox(database, events, logger)
  return {
    content,
    unlock,
    writeFailures,
    database,
    encryptedWith,
    sharing,
    events,
    outbox,
    /** Aborted when the server begins to stop: callers that wait for a wallet give up. */
    stopping: new AbortController(),
    /** The memory quota of all that strangers send. */
    byteQuota: new ByteQuota(),
    /** One for all nodes, and for a process alone one that ends with it. */
    networkSecret: sharing.isShared && config.storeKey ? keyOf(`networks ${config.storeKey}`) : randomBytes(32),
  }
}

/** The adapters of all protocols, on one storage. */
function createIssuer(
  config: Config,
  logger: Logger,
  { database, encryptedWith, sharing, byteQuota }: Foundation,
  openCrypto?: Parameters<typeof openAdapters>[3],
) {
  const agentStorage = createAgentStorage(database, sharing)
  const agentOptions: AgentOptions = {
    publicUrl: config.publicUrl,
    dataDir: join(config.dataDir, 'agent'),
    storeKey: storeKey(config.dataDir, config.storeKey, (key) => storeKeyCheck(key) === encryptedWith),
    allowPrivateAddresses: config.allowPrivateWallets,
    byteQuota,
    refusalsPerMinute: refusalsPerMinute * config.limits.rateFactor,
    openReads: (kept) => new IssuerReads(kept, agentStorage.now),
    logger: {
      info: (message, fields) => logger.info(fields ?? {}, message),
      warn: (message, fields) => logger.warn(fields ?? {}, message),
      error: (message, fields) => logger.error(fields ?? {}, message),
    },
  }
  const agentEvents = new Events(agentStorage.events, agentOptions.logger)
  return { ...openAdapters(agentOptions, agentStorage, agentEvents, openCrypto), agentEvents }
}

/** Exchanges with wallets, upon their ledger. */
function createExchanges(
  config: Config,
  logger: Logger,
  { content, database, sharing, events, outbox, stopping, networkSecret }: Foundation,
  { agents, connecting, inviting, proofInvitations }: Issuer,
) {
  const { locks, news } = sharing
  const ledger = new Ledger(database, outbox, config.visitorsKeptDays * 24 * 60 * 60_000)
  const { openInvitations, openOffers, openProofs, rateFactor } = config.limits
  const capacity = { connection: openInvitations, credential: openOffers, proof: openProofs }
  const lifecycle = { ledger, quotas: createQuotas(ledger, capacity, rateFactor, networkSecret), locks }
  const messages = new ProtocolMessageRepository(database)
  const characters = new CharacterService(content)
  const shortLinks = new ShortLinks(database, config.publicUrl)
  const connections = new ConnectionService({
    agents: connecting,
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
  const forBoth = { agents, lifecycle, definitions, connections }
  const credentials = new CredentialService({
    ...forBoth,
    inviting,
    signedValues: new SignedValues((day) => characters.credentials(day)),
    forgetMessages: (id) => messages.deleteOf('credentialId', id),
  })
  const proofs = new ProofService({
    ...forBoth,
    invitations: proofInvitations(shortLinks),
    shortLinks,
    publicUrl: config.publicUrl,
    forgetMessages: (id) => messages.deleteOf('proofId', id),
  })
  const exchanges = { connections, credentials, proofs }
  const protocolMessages = new ProtocolMessages({ ...exchanges, repository: messages, events, news, logger })
  return { ...exchanges, ledger, characters, shortLinks, definitions, protocolMessages }
}

/** Contact, analytics, and the operator's pages. */
function createSiteServices(
  config: Config,
  logger: Logger,
  { content, database, sharing, stopping }: Foundation,
  characters: CharacterService,
) {
  const contactRepository = new ContactRepository(database)
  const forContact = { repository: contactRepository, locks: sharing.locks, logger }
  const mailer = config.mail && createMailer(config.mail)
  const contact = new ContactService({
    ...forContact,
    delivery: new ContactDelivery({ ...forContact, mailer, stopping: stopping.signal }),
    rateFactor: config.limits.rateFactor,
    messagesWaiting: config.limits.messagesWaiting,
  })

  const analyticsRepository = new AnalyticsRepository(database)
  const analytics = createAnalytics(analyticsRepository, knownWords(characters.all(), content.wallets), {
    days: config.analyticsKeptDays,
    events: config.limits.analyticsEvents,
  })

  // Undefined while no passcode is set.
  const insights: InsightsServices | undefined = config.insightsPasscode
    ? {
        sessions: new OperatorSessions(database, config.insightsPasscode),
        insights: createInsights(
          new InsightsRepository(database),
          { characters: () => characters.all(), wallets: content.wallets },
          config.analyticsKeptDays,
        ),
        events: analyticsRepository,
      }
    : undefined

  return { contact, contactRepository, analytics, insights }
}

/** Goes on with what the database missed: of what belongs together some was stored and some was not. */
function resumeAfterFailures(
  { sharing, writeFailures }: Foundation,
  { agents, agentEvents }: Issuer,
  logger: Logger,
): void {
  const goOn = () => {
    Promise.all([agents.didcomm.goOn(), agentEvents.deliverLeftBehind()]).catch((error) =>
      logger.error({ err: error }, 'What the database missed could not be gone on with'),
    )
  }
  // While it was away, messages for wallets may have been missed in both directions.
  sharing.news.onMissed(goOn)
  // Its disk was full.
  writeFailures.onEnd(goOn)
}
