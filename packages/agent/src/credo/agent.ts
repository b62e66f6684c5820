// First of all imports, see there.
import '../native.ts'
import { join } from 'node:path'
import { AnonCredsIssuerServiceSymbol, AnonCredsModule } from '@credo-ts/anoncreds'
import { AskarModule, AskarStorageService, AskarStoreInvalidKeyError } from '@credo-ts/askar'
import {
  Agent,
  CredoError,
  type DependencyManager,
  DidsModule,
  InjectionSymbols,
  KeyDidRegistrar,
  KeyDidResolver,
  type Module,
  PeerDidRegistrar,
} from '@credo-ts/core'
import {
  DidCommAutoAcceptCredential,
  DidCommAutoAcceptProof,
  DidCommConnectionRequestMessage,
  DidCommDidExchangeRequestMessage,
  DidCommEnvelopeService,
  DidCommMessageHandlerRegistry,
  DidCommModule,
  type DidCommOutboundTransport,
  DidExchangeProtocol,
} from '@credo-ts/didcomm'
import { WebVhModule } from '@credo-ts/webvh'
import type { Crypto } from '../crypto/crypto.ts'
import { IssuerKeys } from '../crypto/issuer-keys.ts'
import { workerIssuerService } from '../crypto/issuer-service.ts'
import type { ThreadOrder } from '../exchanges/thread-order.ts'
import { anoncreds, askar } from '../native.ts'
import type { AgentOptions } from '../options.ts'
import { GuardedWebVhResolver } from '../registry/guarded-resolver.ts'
import type { PublishedObjects } from '../registry/published-objects.ts'
import type { PublishingRegistry } from '../registry/publishing-registry.ts'
import { RememberingPeerResolver } from '../registry/remembering-peer-resolver.ts'
import type { PublicTailsFiles } from '../registry/tails-files.ts'
import { isBounded } from '../transport/bounds.ts'
import { deliverAnswers } from '../transport/delivery.ts'
import type { MountedInbound } from '../transport/inbound.ts'
import type { WaitingMessages } from '../transport/waiting-messages.ts'
import { Verifier } from '../verification/verifier.ts'
import { credoDependencies } from './dependencies.ts'
import { IssuerProtocol } from './issuer-protocol.ts'
import { IssuingFormat } from './issuing-format.ts'
import { CredoLogger } from './logger.ts'
import { RememberingStorage } from './remembering-storage.ts'
import { VerifierProtocol } from './verifier-protocol.ts'
import { VerifyingFormat } from './verifying-format.ts'

export interface CredoParts {
  options: AgentOptions
  fetch: typeof fetch
  inbound: MountedInbound
  outbound: DidCommOutboundTransport
  crypto: Crypto
  registry: PublishingRegistry
  objects: PublishedObjects
  tailsFiles: PublicTailsFiles
  threads: ThreadOrder
  waiting: WaitingMessages
  /** Aborted when the agent is about to stop. */
  stopping: AbortSignal
}

/** Credo, set up as an issuer and verifier only. The one place where its modules are listed. */
export function createCredo({ options, crypto, objects, threads, ...parts }: CredoParts) {
  const keys = new IssuerKeys()
  const issuing = new IssuingFormat(crypto, keys, objects)
  const verifying = new VerifyingFormat(new Verifier(crypto, objects), options.logger)
  const credo = new Agent({
    config: {
      logger: new CredoLogger(options.logger),
      allowInsecureHttpUrls: options.publicUrl.startsWith('http:'),
      autoUpdateStorageOnStartup: true,
    },
    dependencies: credoDependencies(options.dataDir, parts.fetch),
    modules: {
      askar: new AskarModule({
        askar,
        store: {
          id: 'agent',
          key: options.storeKey,
          keyDerivationMethod: 'raw',
          database: { type: 'sqlite', config: { path: join(options.dataDir, 'wallet.sqlite') } },
        },
      }),
      // After the module whose service it replaces.
      rememberingStorage: {
        register: (dependencies: DependencyManager) =>
          dependencies.registerInstance(
            InjectionSymbols.StorageService,
            new RememberingStorage(() => dependencies.resolve(AskarStorageService)),
          ),
      } satisfies Module,
      dids: new DidsModule({
        resolvers: [new GuardedWebVhResolver(), new KeyDidResolver(), new RememberingPeerResolver()],
        registrars: [new KeyDidRegistrar(), new PeerDidRegistrar()],
      }),
      webvh: new WebVhModule(),
      anoncreds: new AnonCredsModule({
        anoncreds,
        registries: [parts.registry],
        tailsFileService: parts.tailsFiles,
      }),
      // After the module whose service it replaces.
      issuerService: {
        register: (dependencies: DependencyManager) =>
          dependencies.registerInstance(AnonCredsIssuerServiceSymbol, workerIssuerService(crypto, keys)),
      } satisfies Module,
      didcomm: new DidCommModule({
        // One address alone: with two in one invitation ACA-Py answers 500 (agent.md, interoperability).
        endpoints: [`${options.publicUrl}/didcomm`],
        transports: { inbound: [parts.inbound], outbound: [parts.outbound] },
        processDidCommMessagesConcurrently: true,
        queueTransportRepository: parts.waiting,
        connections: { autoAcceptConnections: true },
        credentials: {
          // Never `Always`: that would issue whatever a wallet proposes.
          autoAcceptCredentials: DidCommAutoAcceptCredential.ContentApproved,
          credentialProtocols: [new IssuerProtocol({ credentialFormats: [issuing] })],
        },
        proofs: {
          autoAcceptProofs: DidCommAutoAcceptProof.ContentApproved,
          proofProtocols: [new VerifierProtocol({ proofFormats: [verifying] })],
        },
        basicMessages: false,
        mediator: false,
        mediationRecipient: false,
      }),
    },
  })
  deliverAnswers(credo, {
    handled: (envelope) => parts.inbound.handled(envelope),
    stopping: parts.stopping,
    logger: options.logger,
  })
  orderMessages(credo, threads)
  nameInvitationInResponses(credo)
  refuseUnboundedMessages(credo)
  return credo
}

export type CredoAgent = ReturnType<typeof createCredo>

/** Whether starting failed because the store was made with another key. */
export function isWrongKey(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof AskarStoreInvalidKeyError) return true
  return false
}

function orderMessages(credo: Agent, threads: ThreadOrder): void {
  credo.dependencyManager
    .resolve(DidCommMessageHandlerRegistry)
    .registerMessageHandlerMiddleware(({ message, recipientKey }, next) => {
      // Each wallet begins its own thread; what they would race for is the invitation, which has a key of its own.
      const isHandshake =
        message instanceof DidCommDidExchangeRequestMessage || message instanceof DidCommConnectionRequestMessage
      return threads.run((isHandshake && recipientKey?.fingerprint) || message.threadId, next)
    })
}

/** ACA-Py completes a did-exchange only when the response names the invitation as its parent thread (RFC 0023). */
function nameInvitationInResponses(credo: Agent): void {
  const protocol = credo.dependencyManager.resolve(DidExchangeProtocol)
  const createResponse = protocol.createResponse.bind(protocol)
  protocol.createResponse = async (context, connection, outOfBand, routing) => {
    const message = await createResponse(context, connection, outOfBand, routing)
    message.setThread({ threadId: message.threadId, parentThreadId: outOfBand.outOfBandInvitation.id })
    return message
  }
}

/** Before anything else reads them. */
function refuseUnboundedMessages(credo: Agent): void {
  const envelopes = credo.dependencyManager.resolve(DidCommEnvelopeService)
  const unpack = envelopes.unpackMessage.bind(envelopes)
  envelopes.unpackMessage = async (...envelope) => {
    const unpacked = await unpack(...envelope)
    if (!isBounded(unpacked.plaintextMessage)) throw new CredoError('The message is larger than any that is honest')
    return unpacked
  }
}
