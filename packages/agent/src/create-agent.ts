import { mkdir } from 'node:fs/promises'
import { createCredo } from './credo/agent.ts'
import { Definitions } from './definitions.ts'
import { Events } from './events.ts'
import { Connections } from './exchanges/connections.ts'
import { Credentials } from './exchanges/credentials.ts'
import { Proofs } from './exchanges/proofs.ts'
import { type AgentOptions, defaultOptions } from './options.ts'
import { type Agent, AgentError } from './port.ts'
import { publishedDid } from './registry/did.ts'
import { PublishingRegistry } from './registry/publishing-registry.ts'
import { PublicTailsFiles } from './registry/tails-files.ts'
import { Revocations } from './revocations.ts'
import type { AgentStorage } from './storage.ts'
import { guardedHttp } from './transport/guarded-fetch.ts'
import { MountedInbound } from './transport/inbound.ts'
import { GuardedOutbound } from './transport/outbound.ts'
import { Slots } from './transport/slots.ts'

/** The issuer and verifier. Everything is put together here; nothing is started before `start`. */
export function createAgent(given: AgentOptions, storage: AgentStorage): Agent {
  const options = { ...defaultOptions, ...given }
  const slots = new Slots(options.inboundConcurrency, 16 * options.inboundConcurrency)
  const http = guardedHttp(options.allowPrivateAddresses)
  const inbound = new MountedInbound(slots, options.logger)
  const outbound = new GuardedOutbound(http, options.allowPrivateAddresses, slots)
  const registry = new PublishingRegistry(storage)
  const tailsFiles = new PublicTailsFiles(options.dataDir, options.publicUrl)
  const credo = createCredo({ options, http, inbound, outbound, registry, tailsFiles })
  const events = new Events(options.logger)
  const connections = new Connections(credo, options.publicUrl)

  let started:
    | { did: string; credentials: Credentials; proofs: Proofs; definitions: Definitions; revocations: Revocations }
    | undefined
  const running = () => {
    if (!started) throw new AgentError('unavailable', 'The issuer is still starting.')
    return started
  }

  return {
    get did() {
      return running().did
    },
    async start() {
      await mkdir(options.dataDir, { recursive: true, mode: 0o700 })
      await credo.initialize()
      const { did } = await publishedDid(credo, storage, options.publicUrl)
      const definitions = new Definitions({
        credo,
        storage,
        did,
        registrySize: options.registrySize,
        logger: options.logger,
      })
      const credentials = new Credentials(credo, connections, definitions)
      const proofs = new Proofs(credo, connections, options.publicUrl)
      connections.publishTo(events)
      credentials.publishTo(events)
      proofs.publishTo(events)
      started = { did, credentials, proofs, definitions, revocations: new Revocations(credo, storage) }
    },
    async stop() {
      await inbound.stop()
      await events.settled()
      await credo.shutdown()
      await http.close()
    },
    createInvitation: (invitation) => connections.invite(invitation),
    getConnection: (connectionId) => connections.find(connectionId),
    registerCredentialDefinition: async (definition) => running().definitions.register(definition),
    offerCredential: async (offer) => running().credentials.offer(offer),
    getCredential: async (credentialId) => running().credentials.find(credentialId),
    deleteCredential: async (credentialId) => running().credentials.delete(credentialId),
    revokeCredential: async (revocation) => running().revocations.revoke(revocation),
    requestProof: async (proof) => running().proofs.request(proof),
    createProofInvitation: async (proof) => running().proofs.invite(proof),
    getProof: async (proofId) => running().proofs.find(proofId),
    deleteProof: async (proofId) => running().proofs.delete(proofId),
    onEvent: (listener) => events.listen(listener),
    inbound,
    publicFiles: {
      didLog: async () => (await storage.readDid())?.log,
      resource: (id) => storage.readResource(id),
      tailsFile: (hash) => tailsFiles.find(hash),
    },
  }
}
