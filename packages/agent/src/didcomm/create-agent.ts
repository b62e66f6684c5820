import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { DidCommInboundMessageContext } from '@credo-ts/didcomm'
import { createCrypto } from '../core/crypto/crypto.ts'
import { Encryption } from '../core/encryption/encryption.ts'
import { Events } from '../core/events.ts'
import { guardedHttp } from '../core/http/guarded-fetch.ts'
import { ByteQuota } from '../core/limits/byte-quota.ts'
import { MessageLimiter } from '../core/limits/message-limiter.ts'
import { WorkQueue } from '../core/limits/work-queue.ts'
import { runPeriodically } from '../core/run-periodically.ts'
import type { Agent, Channel, OfferOptions, Question } from '../port/agent.ts'
import { AgentError, OutdatedData } from '../port/errors.ts'
import { type AgentOptions, defaultOptions } from '../port/options.ts'
import type { AgentStorage } from '../port/storage.ts'
import type { AnswerSubject } from './admission/answer-subject.ts'
import { ThreadOrder } from './admission/thread-order.ts'
import type { DidCommAgent } from './api/didcomm-agent.ts'
import { createCredo } from './credo/agent.ts'
import { confirmByProof } from './exchanges/confirm-by-proof.ts'
import { Connections } from './exchanges/connections.ts'
import { Credentials } from './exchanges/credentials.ts'
import { invitationAt } from './exchanges/invitation-content.ts'
import { Proofs } from './exchanges/proofs.ts'
import { QueuePositions } from './exchanges/queue-positions.ts'
import { Resumption } from './exchanges/resume.ts'
import { resendToReturning } from './exchanges/returning.ts'
import { Definitions } from './issuer/definitions.ts'
import { publishedDid } from './issuer/did.ts'
import { RevocationRegistries } from './issuer/registries.ts'
import { Removal } from './issuer/removal.ts'
import { MessageRecorder } from './messages/recorder.ts'
import { takeClosingMessages } from './protocols/closing-messages.ts'
import { OwnResources } from './registry/own-resources.ts'
import { PublishedObjects } from './registry/published-objects.ts'
import { PublishingRegistry } from './registry/publishing-registry.ts'
import { PublicTailsFiles } from './registry/tails-files.ts'
import { RevocationNotices } from './revocation/notices.ts'
import { Revocations } from './revocation/revocations.ts'
import { IssuerKeys } from './store/issuer-keys.ts'
import { KeyService } from './store/key-service.ts'
import { RecordStorage } from './store/record-storage.ts'
import { MountedInbound } from './transport/inbound.ts'
import { GuardedOutbound } from './transport/outbound.ts'
import { Refusals } from './transport/refusals.ts'
import { WaitingMessages } from './transport/waiting-messages.ts'

/** The issuer and verifier. Everything is put together here; nothing runs before `start`. */
export function createAgent(given: AgentOptions, storage: AgentStorage): DidCommAgent {
  const options = { ...defaultOptions, ...given }
  const { logger, publicUrl, allowPrivateAddresses } = options

  const workers = options.workers ?? availableParallelism()
  const queue = new WorkQueue<AnswerSubject>(workers * atOnceForEachWorker, (positions) =>
    queuePositions.notify(positions),
  )
  const limiter = new MessageLimiter(options.inboundConcurrency, queue, options.byteQuota ?? new ByteQuota())
  const events = new Events(storage.events, logger)
  const encryption = new Encryption(options.storeKey)
  const records = new RecordStorage({ rows: storage.records, encryption, events, logger })
  const http = guardedHttp(allowPrivateAddresses)
  const inbound = new MountedInbound({
    limiter,
    refusals: new Refusals(options.refusalsPerMinute),
    logger,
    isAway: storage.isAway,
    store: records,
  })
  const outbound = new GuardedOutbound(http, allowPrivateAddresses)
  const crypto = createCrypto(workers)
  const issuerKeys = new IssuerKeys()
  const own = new OwnResources(storage)
  const registry = new PublishingRegistry(own)
  const objects = new PublishedObjects(own)
  const tailsFiles = new PublicTailsFiles(options.dataDir, publicUrl, storage.tails)
  const threads = new ThreadOrder(storage)
  const { fetch } = http
  const stop = new AbortController()
  const stopping = stop.signal
  const waiting = new WaitingMessages(logger, storage.others)
  const keys = new KeyService(storage.keys, encryption)
  const parts = {
    inbound,
    outbound,
    crypto,
    issuerKeys,
    registry,
    objects,
    tailsFiles,
    threads,
    limiter,
    waiting,
    answered: (context: DidCommInboundMessageContext) => returning.answered(context),
    stopping,
    records,
    keys,
  }
  const credo = createCredo({ options, fetch, ...parts })

  const connections = new Connections(credo, publicUrl, waiting)
  const queuePositions = new QueuePositions(credo, logger)
  const recorder = new MessageRecorder(connections, logger)
  recorder.watch(credo)
  takeClosingMessages(
    credo,
    credo.didcomm.credentials.config.credentialProtocols[0],
    credo.didcomm.proofs.config.proofProtocols[0],
  )
  confirmByProof(credo, threads, logger)
  const proofs = new Proofs({
    credo,
    connections,
    threads,
    objects,
    definition: (key) => running().definitions.find(key),
    expiry: options.proofExpiry,
  })
  const resumption = new Resumption({ credo, threads, proofs, waiting, logger })
  const returning = resendToReturning({ credo, threads, resumption, waiting, logger })
  const notices = new RevocationNotices(credo, connections, logger)
  const revocations = new Revocations({ credo, storage, objects, notices, logger })

  /** What needs the DID, which is known once started. */
  const issuer = (did: string) => {
    const registries = new RevocationRegistries({ credo, storage, did, size: options.registrySize, logger })
    const removal = new Removal({ credo, storage, own, objects, issuerKeys, tailsFiles })
    const definitions = new Definitions({ credo, storage, did, objects, registries, removal })
    return {
      did,
      registries,
      definitions,
      credentials: new Credentials({ credo, connections, definitions, registries, threads }),
    }
  }
  let started: ReturnType<typeof issuer> | undefined
  const tasks: Promise<void>[] = []
  let resuming: Promise<unknown> = Promise.resolve()
  let stopped: Promise<void> | undefined
  const running = () => {
    if (!started) throw new AgentError('unavailable', 'The issuer is still starting.')
    return started
  }

  const noted = (error: Error) => logger.error('What was interrupted could not be resumed', { error: error.name })
  const takeUp = async () => {
    void events.tellLeftBehind()
    resuming = Promise.all([resuming, proofs.resume().catch(noted), resumption.all().catch(noted)])
    await resuming
  }

  const stopAll = async () => {
    stop.abort()
    proofs.stop()
    await Promise.all([inbound.stop(), resuming, ...tasks])
    await crypto.close()
    await started?.registries.settled()
    await untilStopping(events.settled(), longestTelling)
    events.stop()
    await recorder.settled()
    if (credo.isInitialized) await credo.shutdown()
    await http.close()
  }

  return {
    protocol: 'didcomm',
    can: { connect: true, offerByInvitation: false, prove: true },

    get issuer() {
      return running().did
    },

    async start() {
      await mkdir(options.dataDir, { recursive: true, mode: 0o700 })
      if (existsSync(join(options.dataDir, earlierStore)))
        throw new OutdatedData('The keys of these data lie in a store of an earlier version.')
      if ((await storage.claim(encryption.check)) !== encryption.check)
        throw new AgentError('invalid', 'The store key is not the one that the data were encrypted with.')
      crypto.open()
      // It writes what it finds missing, and others may start at the same time.
      await storage
        .withLock('start', () => credo.initialize())
        .catch(async (error) => {
          await crypto.close()
          throw error
        })
      const { did, changed } = await publishedDid(credo, storage, publicUrl)
      if (changed) logger.warn('The public address or the keys changed, so a new DID is published')
      started = issuer(did)
      waiting.handOver(credo, storage)
      connections.publishTo(events)
      started.credentials.publishTo(events)
      proofs.publishTo(events)
      void events.tellLeftBehind()
      // Wallets that do not answer must not hold up the start, nor what cannot be read any more.
      resuming = Promise.all([proofs.resume(), revocations.resume(), resumption.all()].map((each) => each.catch(noted)))
      tasks.push(
        runPeriodically(2_000, () => resumption.failed(), stopping, logger),
        runPeriodically(10_000, () => events.tellLeftBehind(), stopping, logger),
        runPeriodically(60 * 60_000, () => waiting.removeOlderThan(credo.context, yesterday()), stopping, logger),
        runPeriodically(
          60 * 60_000,
          async () => tailsFiles.removeStray(await storage.readTailsHashes()),
          stopping,
          logger,
        ),
      )
      return { issuerChanged: changed }
    },

    async takeOver() {
      running()
      await takeUp()
    },

    async goOn() {
      running()
      // A wallet that comes back is sent all that is open.
      inbound.askToComeBack()
      await takeUp()
    },

    async stop() {
      stopped ??= stopAll()
      await stopped
    },

    createInvitation: async (options) => {
      running()
      const invitation = await connections.invite(options)
      recorder.invited(invitation.invitationUrl, { connectionId: invitation.connectionId })
      return invitation
    },
    describeInvitation: async (invitationUrl) => invitationAt(invitationUrl),
    getConnection: async (connectionId) => running() && connections.find(connectionId),
    forgetConnection: async (connectionId) => running() && connections.forget(connectionId),
    registerCredentialDefinition: async (definition) => running().definitions.register(definition),
    forgetDefinition: async (definition) => running().definitions.forget(definition),
    offer: (async (options: OfferOptions, channel: Channel) => {
      const { credentials } = running()
      if ('connectionId' in channel) return credentials.offer(options, channel)
      throw new AgentError('invalid', 'Credentials of this kind are offered on a connection only.')
    }) as Agent['offer'],
    getCredential: async (credentialId) => running().credentials.find(credentialId),
    deleteCredential: async (credentialId) => running().credentials.delete(credentialId),
    revoke: async (status, options) => running() && revocations.revoke(status, options),
    ask: (async (question: Question, channel: Channel) => {
      running()
      if ('connectionId' in channel) return proofs.request(question, channel)
      const proof = await proofs.invite(question, channel)
      recorder.invited(proof.invitationUrl, { proofId: proof.proofId })
      return proof
    }) as Agent['ask'],
    getProof: async (proofId) => running() && proofs.find(proofId),
    deleteProof: async (proofId) => running() && proofs.delete(proofId),
    onEvent: (listener) => events.listen(listener),
    get queue() {
      return { length: queue.length, seconds: queue.seconds }
    },
    onQueuePositions: (listener) => queuePositions.listen(listener),
    onMessage: (listener) => recorder.listen(listener),
    inbound,
    publicFiles: {
      didLog: async () => (await storage.readDid())?.log,
      resource: (key) => own.json(key),
      tailsFile: (hash) => tailsFiles.find(hash),
    },
  }
}

/** Answers worked on at the same time for each process of the cryptography: besides computing, they read and write. */
const atOnceForEachWorker = 8

/** Where Askar kept records and keys, before they came into the server's database. */
const earlierStore = 'wallet.sqlite'

/** How long listeners have to take the last state changes when the agent stops, in milliseconds. */
const longestTelling = 2_000

async function untilStopping(work: Promise<void>, longest: number): Promise<void> {
  await Promise.race([work, setTimeout(longest, undefined, { ref: false })])
}

const yesterday = () => new Date(Date.now() - 24 * 60 * 60_000)
