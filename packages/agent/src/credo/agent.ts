// First of all imports, see there.
import '../native.ts'
import { join } from 'node:path'
import {
  AnonCredsDidCommCredentialFormatService,
  AnonCredsDidCommProofFormatService,
  AnonCredsModule,
} from '@credo-ts/anoncreds'
import { AskarModule } from '@credo-ts/askar'
import { Agent, DidsModule, KeyDidRegistrar, KeyDidResolver, PeerDidRegistrar, PeerDidResolver } from '@credo-ts/core'
import {
  DidCommAutoAcceptCredential,
  DidCommAutoAcceptProof,
  DidCommCredentialV2Protocol,
  DidCommModule,
  DidCommProofV2Protocol,
} from '@credo-ts/didcomm'
import { WebVhDidResolver, WebVhModule } from '@credo-ts/webvh'
import { anoncreds, askar } from '../native.ts'
import type { AgentOptions } from '../options.ts'
import type { PublishingRegistry } from '../registry/publishing-registry.ts'
import type { PublicTailsFiles } from '../registry/tails-files.ts'
import type { GuardedHttp } from '../transport/guarded-fetch.ts'
import type { MountedInbound } from '../transport/inbound.ts'
import type { GuardedOutbound } from '../transport/outbound.ts'
import { credoDependencies } from './dependencies.ts'
import { CredoLogger } from './logger.ts'

export interface CredoParts {
  options: AgentOptions
  http: GuardedHttp
  inbound: MountedInbound
  outbound: GuardedOutbound
  registry: PublishingRegistry
  tailsFiles: PublicTailsFiles
}

/** Credo, set up as an issuer and verifier only. The one place where its modules are listed. */
export function createCredo({ options, http, inbound, outbound, registry, tailsFiles }: CredoParts) {
  return new Agent({
    config: {
      logger: new CredoLogger(options.logger),
      allowInsecureHttpUrls: options.publicUrl.startsWith('http:'),
      autoUpdateStorageOnStartup: true,
    },
    dependencies: credoDependencies(options.dataDir, http.fetch),
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
      dids: new DidsModule({
        resolvers: [new WebVhDidResolver(), new KeyDidResolver(), new PeerDidResolver()],
        registrars: [new KeyDidRegistrar(), new PeerDidRegistrar()],
      }),
      webvh: new WebVhModule(),
      anoncreds: new AnonCredsModule({ anoncreds, registries: [registry], tailsFileService: tailsFiles }),
      didcomm: new DidCommModule({
        // One address alone: with two in one invitation ACA-Py answers 500 (agent.md, interoperability).
        endpoints: [`${options.publicUrl}/didcomm`],
        transports: { inbound: [inbound], outbound: [outbound] },
        processDidCommMessagesConcurrently: true,
        connections: { autoAcceptConnections: true },
        credentials: {
          // Never `Always`: that would issue whatever a wallet proposes.
          autoAcceptCredentials: DidCommAutoAcceptCredential.ContentApproved,
          credentialProtocols: [
            new DidCommCredentialV2Protocol({ credentialFormats: [new AnonCredsDidCommCredentialFormatService()] }),
          ],
        },
        proofs: {
          autoAcceptProofs: DidCommAutoAcceptProof.ContentApproved,
          proofProtocols: [new DidCommProofV2Protocol({ proofFormats: [new AnonCredsDidCommProofFormatService()] })],
        },
        basicMessages: false,
        mediator: false,
        mediationRecipient: false,
      }),
    },
  })
}

export type CredoAgent = ReturnType<typeof createCredo>
