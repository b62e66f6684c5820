import { availableParallelism } from 'node:os'
import { createCrypto } from '../core/crypto/crypto.ts'
import { Encryption } from '../core/encryption/encryption.ts'
import type { Events } from '../core/events.ts'
import { guardedHttp } from '../core/http/guarded-fetch.ts'
import { ByteQuota } from '../core/limits/byte-quota.ts'
import { MessageLimiter } from '../core/limits/message-limiter.ts'
import { WorkQueue } from '../core/limits/work-queue.ts'
import type { AgentOptions, defaultOptions } from '../port/options.ts'
import { admitMessages } from './admission/admission.ts'
import type { AnswerSubject } from './admission/answer-subject.ts'
import { deliverAnswers } from './admission/delivery.ts'
import { refuseReuse } from './admission/handshake-reports.ts'
import { takePingsAsLastWord } from './admission/handshakes.ts'
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
import { IssuerProtocol } from './protocols/issuer-protocol.ts'
import { IssuingFormat } from './protocols/issuing-format.ts'
import { VerifierProtocol } from './protocols/verifier-protocol.ts'
import { VerifyingFormat } from './protocols/verifying-format.ts'
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
import { Verifier } from './verification/verifier.ts'

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

  const issuing = new IssuingFormat(crypto, issuerKeys, objects)
  const verifying = new VerifyingFormat({
    verifier: new Verifier(crypto, objects),
    options,
    objectsByAddress: (reads) => objectsByAddress(objects, publicUrl, reads),
  })
  const issuerProtocol = new IssuerProtocol({ credentialFormats: [issuing] })
  const verifierProtocol = new VerifierProtocol({ proofFormats: [verifying] })
  const credo = createCredo({
    options,
    http,
    inbound,
    outbound,
    crypto,
    issuerKeys,
    registry,
    issuerProtocol,
    verifierProtocol,
    tailsFiles,
    waiting,
    records,
    keys,
  })

  const issuer = new IssuerDid()
  const registries = new RevocationRegistries({ credo, storage, issuer, size: options.statusListSize, logger })
  const definitions = new Definitions({ credo, storage, issuer, objects, registries, issuerKeys, tailsFiles })

  const queuePositions = new QueuePositions(credo, logger)
  const connections = new Connections({ credo, publicUrl, waiting })
  const credentials = new Credentials({ credo, connections, definitions, registries, threads, failedReads })
  const checking = { protocol: verifierProtocol, verifying }
  const proofs = new Proofs({ credo, connections, threads, objects, definitions, failedReads, options, ...checking })
  const revocations = new Revocations({ credo, storage, objects, connections, logger })

  // Each adds to how messages are handled: in this order.
  deliverAnswers(credo, {
    handled: (envelope) => inbound.handled(envelope),
    answered: (context) => returning.answered(context),
    stopping: stop.signal,
    logger,
  })
  admitMessages(credo, threads, limiter)
  takePingsAsLastWord(credo)
  refuseReuse(credo)
  const recorder = new MessageRecorder(connections, logger)
  recorder.watch(credo)
  takeClosingMessages(credo, issuerProtocol, verifierProtocol)
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
