import { availableParallelism } from 'node:os'
import { createCrypto } from '../core/crypto/crypto.ts'
import { Encryption } from '../core/encryption/encryption.ts'
import type { Events } from '../core/events.ts'
import { guardedHttp } from '../core/http/guarded-fetch.ts'
import { ByteQuota } from '../core/limits/byte-quota.ts'
import { MessageLimiter } from '../core/limits/message-limiter.ts'
import { WorkQueue } from '../core/limits/work-queue.ts'
import type { AgentOptions, defaultOptions } from '../port/options.ts'
import type { AnswerSubject } from './admission/answer-subject.ts'
import { ThreadOrder } from './admission/thread-order.ts'
import type { DidCommStorage } from './api/didcomm-storage.ts'
import { createCredo } from './credo/credo-agent.ts'
import { confirmByProof } from './exchanges/confirm-by-proof.ts'
import { Credentials } from './exchanges/credentials.ts'
import { Connections } from './exchanges/didcomm-connections.ts'
import { Proofs } from './exchanges/proofs.ts'
import { QueuePositions } from './exchanges/queue-positions.ts'
import { Resumption } from './exchanges/resume.ts'
import { resendToReturning } from './exchanges/returning.ts'
import { Definitions } from './issuer/definitions.ts'
import { IssuerDid } from './issuer/did.ts'
import { RevocationRegistries } from './issuer/registries.ts'
import { MessageRecorder } from './messages/didcomm-recorder.ts'
import { takeClosingMessages } from './protocols/closing-messages.ts'
import { objectsByAddress } from './registry/objects-by-address.ts'
import { PublishedObjects } from './registry/published-objects.ts'
import { PublishingRegistry } from './registry/publishing-registry.ts'
import { PublicTailsFiles } from './registry/tails-files.ts'
import { Revocations } from './revocation/revocations.ts'
import { FailedReads } from './store/failed-reads.ts'
import { IssuerKeys } from './store/issuer-keys.ts'
import { KeyApi } from './store/key-api.ts'
import { RecordStorage } from './store/record-storage.ts'
import { MountedInbound } from './transport/inbound.ts'
import { GuardedOutbound } from './transport/outbound.ts'
import { Refusals } from './transport/refusals.ts'
import { WaitingMessages } from './transport/waiting-messages.ts'

/** Answers worked on at the same time for each process of the cryptography: besides computing, they read and write. */
const atOnceForEachWorker = 8

export type CompleteOptions = AgentOptions & Required<Pick<AgentOptions, keyof typeof defaultOptions>>

/** Constructs the agent's components, each with those before it; nothing runs yet. */
export function createComponents(
  options: CompleteOptions,
  storage: DidCommStorage,
  events: Events,
  openCrypto = createCrypto,
) {
  const { logger, publicUrl, allowPrivateAddresses } = options
  const stop = new AbortController()

  const encryption = new Encryption(options.storeKey)
  const failedReads = new FailedReads()
  const records = new RecordStorage({ rows: storage.records, encryption, events, failedReads, logger })
  const keys = new KeyApi(storage.keys, encryption, failedReads)
  const issuerKeys = new IssuerKeys()

  const workers = options.workers ?? availableParallelism()
  const crypto = openCrypto(workers)
  const queue: WorkQueue<AnswerSubject> = new WorkQueue(workers * atOnceForEachWorker, (positions) =>
    queuePositions.notify(positions),
  )
  const limiter = new MessageLimiter(options.inboundConcurrency, queue, options.byteQuota ?? new ByteQuota())
  const threads = new ThreadOrder(storage)

  const http = guardedHttp(allowPrivateAddresses)
  const outbound = new GuardedOutbound(http, allowPrivateAddresses)
  const waiting = new WaitingMessages(logger, storage.others)
  const refusals = new Refusals(options.refusalsPerMinute)
  const inbound = new MountedInbound({ limiter, refusals, logger, isAway: storage.isAway, failedReads })

  const objects = new PublishedObjects(storage)
  const registry = new PublishingRegistry(objects)
  const tailsFiles = new PublicTailsFiles(options.dataDir, publicUrl, storage.tails)

  const credo = createCredo({
    options,
    http,
    inbound,
    outbound,
    crypto,
    issuerKeys,
    registry,
    objects,
    objectsByAddress: (reads) => objectsByAddress(objects, publicUrl, reads),
    tailsFiles,
    threads,
    limiter,
    waiting,
    records,
    keys,
    answered: (context) => returning.answered(context),
    stopping: stop.signal,
  })

  const issuer = new IssuerDid()
  const registries = new RevocationRegistries({ credo, storage, issuer, size: options.statusListSize, logger })
  const definitions = new Definitions({ credo, storage, issuer, objects, registries, issuerKeys, tailsFiles })

  const queuePositions = new QueuePositions(credo, logger)
  const connections = new Connections({ credo, publicUrl, waiting })
  const credentials = new Credentials({ credo, connections, definitions, registries, threads, failedReads })
  const proofs = new Proofs({ credo, connections, threads, objects, definitions, failedReads, options })
  const revocations = new Revocations({ credo, storage, objects, connections, logger })

  // Each adds to how messages are handled: in this order.
  const recorder = new MessageRecorder(connections, logger)
  recorder.watch(credo)
  const { credentials: issuing, proofs: verifying } = credo.didcomm
  takeClosingMessages(credo, issuing.config.credentialProtocols[0], verifying.config.proofProtocols[0])
  confirmByProof(credo, threads, logger)
  const resumption = new Resumption({ credo, threads, proofs, waiting, logger })
  const returning = resendToReturning({ credo, threads, resumption, waiting, logger })

  return {
    stop,
    events,
    encryption,
    crypto,
    queue,
    queuePositions,
    http,
    waiting,
    inbound,
    objects,
    tailsFiles,
    credo,
    issuer,
    registries,
    definitions,
    connections,
    credentials,
    proofs,
    revocations,
    recorder,
    resumption,
  }
}

export type Components = ReturnType<typeof createComponents>
