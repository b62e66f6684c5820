import './native.ts'
import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import {
  AnonCredsDidCommCredentialFormatService,
  AnonCredsDidCommProofFormatService,
  AnonCredsModule,
} from '@credo-ts/anoncreds'
import { AskarModule } from '@credo-ts/askar'
import {
  Agent,
  ConsoleLogger,
  DidsModule,
  KeyDidRegistrar,
  KeyDidResolver,
  type LogLevel,
  PeerDidRegistrar,
  PeerDidResolver,
} from '@credo-ts/core'
import {
  DidCommCredentialV2Protocol,
  DidCommModule,
  type DidCommOutboundTransport,
  DidCommProofV2Protocol,
} from '@credo-ts/didcomm'
import { WebVhAnonCredsRegistry, WebVhDidResolver } from '@credo-ts/webvh'
import { WebSocket } from 'ws'
import { fileSystemIn } from './file-system.ts'
import { anoncreds, askar } from './native.ts'

export interface HolderOptions {
  directory: string
  /** Raw key of the store, base58. */
  storeKey: string
  /** Where others reach this wallet; absent when it has no address. */
  endpoint?: string
  transport: DidCommOutboundTransport
  logLevel: LogLevel
  fetch: typeof fetch
}

/**
 * A Credo agent that holds: receives and stores credentials, proves, resolves did:webvh. It decides nothing by itself.
 */
export function createHolderAgent({ directory, storeKey, endpoint, transport, logLevel, fetch }: HolderOptions) {
  return new Agent({
    config: { logger: new ConsoleLogger(logLevel), allowInsecureHttpUrls: true, autoUpdateStorageOnStartup: true },
    dependencies: {
      FileSystem: fileSystemIn(directory),
      fetch,
      EventEmitterClass: EventEmitter,
      WebSocketClass: WebSocket,
    },
    modules: {
      askar: new AskarModule({
        askar,
        store: {
          id: 'wallet',
          key: storeKey,
          keyDerivationMethod: 'raw',
          database: { type: 'sqlite', config: { path: join(directory, 'store.sqlite') } },
        },
      }),
      dids: new DidsModule({
        resolvers: [new WebVhDidResolver(), new KeyDidResolver(), new PeerDidResolver()],
        registrars: [new KeyDidRegistrar(), new PeerDidRegistrar()],
      }),
      anoncreds: new AnonCredsModule({ anoncreds, registries: [new WebVhAnonCredsRegistry()] }),
      didcomm: new DidCommModule({
        endpoints: endpoint ? [endpoint] : [],
        transports: { outbound: [transport] },
        processDidCommMessagesConcurrently: true,
        connections: { autoAcceptConnections: true },
        credentials: {
          credentialProtocols: [
            new DidCommCredentialV2Protocol({ credentialFormats: [new AnonCredsDidCommCredentialFormatService()] }),
          ],
        },
        proofs: {
          proofProtocols: [new DidCommProofV2Protocol({ proofFormats: [new AnonCredsDidCommProofFormatService()] })],
        },
        mediator: false,
        mediationRecipient: false,
      }),
    },
  })
}

export type HolderAgent = ReturnType<typeof createHolderAgent>
