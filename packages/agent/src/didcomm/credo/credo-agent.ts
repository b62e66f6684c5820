import { EventEmitter } from 'node:events'
import { AnonCredsHolderServiceSymbol, AnonCredsIssuerServiceSymbol, AnonCredsModule } from '@credo-ts/anoncreds'
import {
  Agent,
  type AgentContext,
  CacheModule,
  type DependencyManager,
  DidsModule,
  InjectionSymbols,
  InMemoryLruCache,
  KeyDidRegistrar,
  KeyDidResolver,
  Kms,
  type Module,
  PeerDidRegistrar,
  StorageVersionRecord,
  StorageVersionRepository,
} from '@credo-ts/core'
import {
  DidCommAutoAcceptCredential,
  DidCommAutoAcceptProof,
  DidCommModule,
  type DidCommOutboundTransport,
} from '@credo-ts/didcomm'
import { WebVhModule } from '@credo-ts/webvh'
import { WebSocket } from 'ws'
import type { Crypto } from '../../core/crypto/crypto.ts'
import { generateNonce } from '../../core/crypto/nonce.ts'
import type { GuardedHttp } from '../../core/http/guarded-fetch.ts'
import type { AgentOptions } from '../../port/options.ts'
import type { IssuerProtocol } from '../protocols/issuer-protocol.ts'
import { workerIssuerService } from '../protocols/issuer-service.ts'
import type { VerifierProtocol } from '../protocols/verifier-protocol.ts'
import { CachingPeerResolver } from '../registry/caching-peer-resolver.ts'
import { GuardedWebResolver } from '../registry/guarded-resolver.ts'
import type { PublishingRegistry } from '../registry/publishing-registry.ts'
import type { PublicTailsFiles } from '../registry/tails-files.ts'
import type { IssuerKeys } from '../store/issuer-keys.ts'
import type { KeyApi } from '../store/key-api.ts'
import type { RecordStorage } from '../store/record-storage.ts'
import type { MountedInbound } from '../transport/inbound.ts'
import type { WaitingMessages } from '../transport/waiting-messages.ts'
import { CredoLogger } from './logger.ts'
import { registerServices } from './services.ts'

interface CredoDependencies {
  options: AgentOptions
  http: GuardedHttp
  inbound: MountedInbound
  outbound: DidCommOutboundTransport
  crypto: Crypto
  issuerKeys: IssuerKeys
  registry: PublishingRegistry
  issuerProtocol: IssuerProtocol
  verifierProtocol: VerifierProtocol
  tailsFiles: PublicTailsFiles
  waiting: WaitingMessages
  records: RecordStorage
  keys: KeyApi
}

/** Credo, set up as an issuer and verifier only. The one place where its modules are listed. */
export function createCredo({ options, crypto, issuerKeys, ...dependencies }: CredoDependencies) {
  return new Agent({
    config: {
      logger: new CredoLogger(options.logger),
      allowInsecureHttpUrls: options.publicUrl.startsWith('http:'),
      autoUpdateStorageOnStartup: true,
    },
    dependencies: {
      // Only Credo's tails files would use it.
      FileSystem: class {} as never,
      fetch: dependencies.http.fetch,
      EventEmitterClass: EventEmitter,
      WebSocketClass: WebSocket,
    },
    modules: {
      store: storeModule(dependencies.records, dependencies.keys),
      dids: new DidsModule({
        resolvers: [new GuardedWebResolver(), new KeyDidResolver(), new CachingPeerResolver()],
        registrars: [new KeyDidRegistrar(), new PeerDidRegistrar()],
      }),
      // Its own would write whatever is looked up into the store.
      cache: new CacheModule({ cache: new InMemoryLruCache({ limit: 100 }) }),
      webvh: new WebVhModule(),
      anoncreds: new AnonCredsModule({
        // Only the services that are replaced below would call it.
        anoncreds: {} as never,
        registries: [dependencies.registry],
        tailsFileService: dependencies.tailsFiles,
      }),
      // After the module whose services they replace.
      anonCredsServices: {
        register: (manager: DependencyManager) => {
          manager.registerInstance(AnonCredsIssuerServiceSymbol, workerIssuerService(crypto, issuerKeys))
          // All that verifiers ask of it.
          manager.registerInstance(AnonCredsHolderServiceSymbol, { generateNonce })
        },
      } satisfies Module,
      didcomm: new DidCommModule({
        // One address alone: with two in one invitation ACA-Py answers 500 (docs/pitfalls.md, 15).
        endpoints: [`${options.publicUrl}/didcomm`],
        transports: { inbound: [dependencies.inbound], outbound: [dependencies.outbound] },
        processDidCommMessagesConcurrently: true,
        queueTransportRepository: dependencies.waiting,
        connections: { autoAcceptConnections: true },
        credentials: {
          // Never `Always`: that would issue whatever a wallet proposes.
          autoAcceptCredentials: DidCommAutoAcceptCredential.ContentApproved,
          credentialProtocols: [dependencies.issuerProtocol],
        },
        proofs: {
          autoAcceptProofs: DidCommAutoAcceptProof.ContentApproved,
          proofProtocols: [dependencies.verifierProtocol],
        },
        basicMessages: false,
        mediator: false,
        mediationRecipient: false,
      }),
      services: { register: registerServices } satisfies Module,
    },
  })
}

export type CredoAgent = ReturnType<typeof createCredo>

/** Credo's records and keys, kept by us. */
function storeModule(records: RecordStorage, keys: KeyApi): Module {
  return {
    register: (dependencies: DependencyManager) => {
      dependencies.registerInstance(InjectionSymbols.StorageService, records)
      dependencies.registerInstance(Kms.KeyManagementApi, keys)
    },
    onInitializeContext: async (context: AgentContext) => {
      // Without this record Credo takes a new store for one of its first version, and goes through all its migrations.
      const versions = context.resolve(StorageVersionRepository)
      const { frameworkStorageVersion: storageVersion, storageVersionRecordId: id } = StorageVersionRecord
      const isReadable = await versions.findById(context, id).then(Boolean, () => undefined)
      if (isReadable) return
      const record = new StorageVersionRecord({ storageVersion })
      await (isReadable === undefined ? versions.update(context, record) : versions.save(context, record))
    },
  }
}
